-- What both have agreed to, and what was published of it, is never rewritten; nor is any of them taken away.
create function lottery_round_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.text_hash is not null
    or (old.lottery_id, old.former_name, old.former_at, old.round_name, old.round_at, old.proposer)
      is distinct from (new.lottery_id, new.former_name, new.former_at, new.round_name, new.round_at, new.proposer) then
    raise exception 'a round that was named is never rewritten' using constraint = 'published_once';
  end if;
  return new;
end
$$;
create trigger lottery_round_once before update or delete on lottery_round for each row execute function lottery_round_once();
alter table lottery_round add constraint lottery_round_two_people check (agreed_by <> proposer);
