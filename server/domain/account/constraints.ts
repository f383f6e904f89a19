export default {
  account_role_id_fkey: '仍有账号使用该角色，不能删除',
  account_role_id_ref: '仍有账号使用该角色，不能删除',
  role_name_key: '已有同名的角色',
  last_administrator: '至少要留一个在用的管理员账号（角色含全部接口）',
  account_user_name_key: '该账号已存在',
}
