export default {
  flow_reverses_key: '该流水已红冲，不能再次红冲',
  flow_append_only: '流水只能追加，错误请红冲',
  flow_reversed_whole: '该流水的核销未撤销，或已有退款，不能红冲',
  flow_refund_of_receipt: '只能退一笔有效的收入',
  flow_refund_within: '退款超过该流水未核销的余额',
  allocation_within_flow: '核销金额超过流水余额',
  allocation_of_entry: '红字流水不能核销账单',
  allocation_of_receipt: '支出流水不能核销账单',
  allocation_of_standing: '该流水已红冲，不能核销账单',
  allocation_taken_back: '撤销的金额超过已核销金额',
}
