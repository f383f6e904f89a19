export default {
  saved_filter_account_id_resource_name_key: '已有同名的筛选，请换一个名称',
}
