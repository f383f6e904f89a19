export default {
  late_fee_once: '这笔违约金刚由别人出了账单，请刷新后重试',
}
