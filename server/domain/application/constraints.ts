export default {
  household_stays: '申请已审核或已办结，家庭成员不能再改：要更正的先退回补正',
  person_once: '这个身份证号在这份申请里已有：申请人本人不列为家庭成员，每人只登记一次',
}
