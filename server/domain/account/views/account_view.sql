-- Staff as 账号设置 shows them; the password is not among the columns.
create view account_view as
select
  user_id, user_name, name, superior_id, email, role_id, projects,
  (case when projects is null then 1 else 2 end)::smallint as reach,
  (case when is_active then {{account.active}} else {{account.disabled}} end)::smallint as status,
  last_login_at, version, created_by, created_at, updated_at
from account
