export default {
  filing_contract_id_key: '这份合同已在备案台账里',
}
