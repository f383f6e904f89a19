-- As it was (030), but each day is asked about once: what is posted in bulk has thousands of lines of the same few days.
create or replace function journal_balances() returns trigger language plpgsql as $$
begin
  if exists (select from came group by event, source_id having sum(case side when 1 then price else -price end) <> 0) then
    raise exception '记账不平：借贷不等' using constraint = 'journal_balanced', errcode = 'check_violation';
  end if;
  lock table closing in row share mode;
  if exists (select from (select distinct day from came) days where day <> booked_on(day)) then
    raise exception '记账的月份刚刚结账' using errcode = 'serialization_failure';
  end if;
  insert into closing (month)
  select distinct to_char(day, 'YYYY-MM') from came where not exists (select from closing c where c.month = to_char(day, 'YYYY-MM'))
  on conflict do nothing;
  return null;
end
$$;
