export default {
  audit_asking_resource_action_record_id_one: '这条记录的这个操作正在审批中，办结或撤回后才能再提交',
  audit_event_stays: '审批经过只能追加',
  deputy_days: '委派的结束日期不能早于开始日期',
  deputy_other: '不能委派给自己',
}
