export default {
  org_community_id_building_number_key: '该楼栋已登记过此房号',
  unit_sn_key: '系统编号已被使用，请重新打开对话框取号',
  retired_choice: '所选的已停用，请另选',
  in_use: '该记录已被使用，不能删除；不再用时请停用',
  community_town_name_address_region_number_key: '这个位置已登记了同名的小区',
}
