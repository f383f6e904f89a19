export default {
  home_visit_planned_doubt_id_key: '这个疑点已派了核查',
}
