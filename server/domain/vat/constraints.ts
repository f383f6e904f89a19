export default {
  input_tax_out_of_deducted: '只有有效的、可抵扣的支出流水能转出进项税',
  input_tax_out_counter: '撤销的与原来转出的不符',
  input_tax_out_within: '转出的税额超过可转出的，请刷新后重试',
  input_tax_out_undoes: '已撤销，不能再次撤销',
  input_tax_out_price: '转出税额须大于0',
  input_tax_out_append_only: '进项税额转出只能追加，错误请撤销',
  flow_not_turned_out: '该流水的进项税额已转出，请先撤销转出再红冲',
}
