export default {
  plan_share_open: '所选账单里有已在还款计划中的，请先取消那个计划',
  plan_sums: '各期金额之和须等于逾期未付的合计',
}
