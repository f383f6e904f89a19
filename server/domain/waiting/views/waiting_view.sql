-- The place of someone who waits: those of the same project and kind of room who stand before; and what speaks against the household:
-- what other bureaus' files say, and what was objected to it on a published list and is not answered.
create view waiting_view as
select
  w.*,
  case when w.status = {{waiting.queued}} then 1 + (
    select count(*) from waiting before
    where before.status = {{waiting.queued}} and before.p_id = w.p_id and before.room_type = w.room_type and before.queue_order < w.queue_order
  )::integer end as rank,
  (
    select max(case when d.status = {{doubt.upheld}} then 2 else 1 end) from doubt d
    where d.apply_id = w.apply_id and d.status in ({{doubt.standing}})
  )::smallint as doubted,
  (
    select 1 from objection o where o.wait_id = w.wait_id and o.status = {{objection.pending}} limit 1
  )::smallint as objected
from waiting w
