export default {
  surrender_standing_contract_id_one: '这份合同已在办退租',
}
