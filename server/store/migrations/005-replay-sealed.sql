-- Answers may hold what nobody but their caller may read (a full card number, a number just made), so the store keeps them sealed by
-- what only the caller has. What was kept in clear goes; its keys stay, so that nothing that was done is done again.
alter table replay drop column answer;
alter table replay add column sealed bytea;

-- Waits until no other transaction does the write of this key, and gives its kept answer, if it was done. Not one SQL statement, for the
-- answer has to be looked for after the waiting and not as things stood before it.
create function kept_answer(wanted bytea) returns setof replay language plpgsql as $$
begin
  perform pg_advisory_xact_lock(('x' || left(encode(wanted, 'hex'), 16))::bit(64)::bigint);
  return query select * from replay where key = wanted;
end
$$;
