-- Who did what, with the record that it was done to for as long as there is one.
create view operation_log_view as
select
  l.*,
  case when not exists (
    select from operation_log gone where gone.resource = l.resource and gone.record_id = l.record_id and gone.deed = 3
  ) then l.record_id end as open_id
from operation_log l
