export default {
  filing_contract_id_key: '这份合同已在备案台账里',
  filing_filed_filing_no_one: '这个备案号已登记在另一份合同上',
}
