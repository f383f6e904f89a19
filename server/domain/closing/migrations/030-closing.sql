-- Months are closed in order, and a closed one takes no posting (cycles.md: late ones go to the open month).

-- The day on which something of a day is booked: that day, or the first one that is open. Read late: whatever has been closed by then counts. States 3 and 4
-- are closed ones (src/resources/closing/closing.ts).
create function booked_on(day date) returns date language sql stable parallel safe as $$
  select greatest(day, (select (to_date(max(month), 'YYYY-MM') + interval '1 month')::date from closing where status in (3, 4)))
$$;

-- A month is there from its first posting on. Whoever closes one waits for those who post, and they for him (server/domain/closing/sealMonth.ts): a lock that those who
-- post share. One whose day was told before the month was closed is done again, and told another.
create or replace function journal_balances() returns trigger language plpgsql as $$
begin
  if exists (select from came group by event, source_id having sum(case side when 1 then price else -price end) <> 0) then
    raise exception '记账不平：借贷不等' using constraint = 'journal_balanced', errcode = 'check_violation';
  end if;
  lock table closing in row share mode;
  if exists (select from came where day <> booked_on(day)) then
    raise exception '记账的月份刚刚结账' using errcode = 'serialization_failure';
  end if;
  insert into closing (month)
  select distinct to_char(day, 'YYYY-MM') from came where not exists (select from closing c where c.month = to_char(day, 'YYYY-MM'))
  on conflict do nothing;
  return null;
end
$$;

-- Money of a month that is closed is booked in the open one, and its entry says so.
create function flow_is_booked() returns trigger language plpgsql as $$
begin
  new.book_day := nullif(booked_on(to_timestamp(new.deal_time)::date), to_timestamp(new.deal_time)::date);
  return new;
end
$$;
create trigger flow_is_booked before insert on flow for each row execute function flow_is_booked();

create function transfer_is_booked() returns trigger language plpgsql as $$
begin
  new.book_day := nullif(booked_on(new.day), new.day);
  return new;
end
$$;
create trigger transfer_is_booked before insert on transfer for each row execute function transfer_is_booked();

-- How many lines each day has, and their hash: one changed byte changes it. Whose a line is is left out, for two entries of one person may become one (decision 026).
create function journal_digests(first date, last date) returns table (day date, lines integer, digest text)
language sql stable rows 31 as $$
  select j.day, count(*)::integer,
    encode(sha256(convert_to(string_agg(
      j.line_id || '|' || j.event || '|' || j.source_id || '|' || j.place || '|' || j.ledger_account_id || '|' || j.side || '|' || j.price || '|'
        || coalesce(j.contract_id::text, '') || '|' || coalesce(j.bill_id::text, '') || '|' || coalesce(j.share_id::text, '') || '|'
        || coalesce(j.flow_id::text, '') || '|' || coalesce(j.p_id::text, '') || '|' || coalesce(j.created_by::text, '') || '|' || j.created_at,
      E'\n' order by j.line_id), 'UTF8')), 'hex')
  from journal_line j where j.day between first and last group by j.day
$$;

-- A month's seal: over the seal before it, so that no closed month can be changed and sealed anew without all after it.
create function seal_of(former text, asked integer) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(former, '') || E'\n' || coalesce(string_agg(d.day || '|' || d.lines || '|' || d.digest, E'\n' order by d.day), ''), 'UTF8')), 'hex')
  from closing_day d where d.closing_id = asked
$$;

create index journal_line_of_day on journal_line (day, line_id);
create index recognition_of_share on recognition (share_id, kind, month) include (price);
alter table recognition add constraint recognition_price check (price <> 0);
create trigger recognition_append_only before update or delete on recognition for each row execute function flow_is_append_only();
create trigger recognition_no_truncate before truncate on recognition for each statement execute function flow_is_append_only();

-- Months of the past.
insert into closing (month) select distinct to_char(day, 'YYYY-MM') from journal_line on conflict do nothing;
