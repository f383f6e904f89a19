-- A reading that was taken back stays, and another may be of its day; a meter that was replaced has what the old one came to (docs/decisions/050-meters-late-fees-plans.md).
update meter set status = 1 where status is null;
alter table meter alter column status set not null;
alter table meter drop constraint meter_goes_up;
alter table meter add constraint meter_goes_up check (
  amount >= 0 and case
    when old_end is not null then old_end >= previous and current >= coalesce(new_start, 0) and usage = old_end - previous + current - coalesce(new_start, 0)
    else current >= coalesce(new_start, previous) and usage = current - coalesce(new_start, previous)
  end
);
drop index meter_once_a_day;
