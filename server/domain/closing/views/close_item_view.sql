-- What the last check found, and whether it is undone still: asked of the rows that are shown alone. Accounts that do not come out are all reckoned at once (3).
create view close_item_view as
select t.*,
  case
    when case t.item
      when 3 then t.record_id = any(array(select a.own_account_id from accounts_off(closing_until()) a))
      else exists (select from close_due_view n where n.item = t.item and n.item <> 3 and n.record_id = t.record_id)
    end then 1 else 2
  end::smallint as state
from close_item t
