export default {
  invoice_of_standing: '已作废的账单、押金不能开票',
  invoice_within_bill: '开票金额超过账单还没有开票的部分，请刷新后重试',
  invoice_red_within_line: '红冲的金额超过发票这一行剩下的，请刷新后重试',
  invoice_stays: '发票不能修改或删除，开错了请红冲',
  invoice_request_made_number_one: '这个发票号码已登记在别的申请上',
  invoice_title_whose: '抬头是谁用的：请选择租客或企业，只选一个',
  invoice_title_tax: '企业抬头须有纳税人识别号',
}
