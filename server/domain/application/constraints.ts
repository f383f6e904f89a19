export default {
  household_stays: '申请已审核或已办结，家庭成员不能再改：要更正的先退回补正',
}
