export default {
  contract_holdsRoom_apart: '该房间这段时间已有合同，不能再签',
  contract_holdsRoom_parts: '整套与套内房间不能同时出租：这段时间另一方已有合同',
  contract_standing_former_id_one: '已有后续合同',
  contract_split_contract_id_bearer_from_date_key: '这一方从这一天起已有约定',
  contract_split_stays: '承担约定不能修改；已收过房租的日子，约定也不能去掉',
}
