-- What was published, letter for letter, by what it is of; its SHA-256 is on the record. Written once.
create table published_text (
  resource text not null,
  record_id integer not null,
  content text not null,
  primary key (resource, record_id)
);
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what was published is never rewritten' using constraint = 'published_once';
end
$$;
create trigger published_once before update or delete on published_text for each row execute function refuse_rewriting();

-- A pool never changes; what was drawn is written into it once.
create function lottery_row_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.lottery_no is not null
    or (old.lottery_id, old.receipt, old.priority, old.wait_id) is distinct from (new.lottery_id, new.receipt, new.priority, new.wait_id) then
    raise exception 'a pool never changes' using constraint = 'published_once';
  end if;
  return new;
end
$$;
create trigger lottery_row_once before update or delete on lottery_row for each row execute function lottery_row_once();
create unique index lottery_row_receipt on lottery_row (lottery_id, receipt);
create index lottery_row_no on lottery_row (lottery_id, lottery_no);
alter table lottery add constraint lottery_two_people check (operator <> supervisor);
