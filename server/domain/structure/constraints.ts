export default {
  structure_name: '同一级已有这个名称',
  structure_cycle: '不能移到它自己的下面',
  structure_level: '中心在最上一级，部门和岗位在中心或部门之下',
  structure_head: '只有中心和部门有负责人',
  post_holder_post: '人员只能任职于岗位',
  post_holder_node_id_user_id_key: '此人已任这个岗位',
  unit_center: '房源只能分配给中心',
}
