create unique index month_report_once on month_report (closing_id, p_id);

-- A month's seal is over its report, too. Months that were closed before there were any have none.
create or replace function seal_of(former text, asked integer) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(former, '') || E'\n' || coalesce(string_agg(d.day || '|' || d.lines || '|' || d.digest, E'\n' order by d.day), '')
    || coalesce((
      select string_agg(E'\n' || concat_ws('|', p_id, rooms, "let", begun, ended, vacant_days, vacancy_rate, loss, due, paid, rate, all_due, all_paid, all_rate, old_due, old_paid, arrears, revenue, other, cost, received, spent, deposits), '' order by p_id)
      from month_report r where r.closing_id = asked
    ), ''), 'UTF8')), 'hex')
  from closing_day d where d.closing_id = asked
$$;
