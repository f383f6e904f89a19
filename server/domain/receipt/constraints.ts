export default {
  receipt_stays: '收据不能修改或删除，错了请作废',
  receipt_line_of_money: '只有没有红冲的收入流水可以开收据',
  receipt_line_once: '这笔收款已有收据，请刷新后重试',
}
