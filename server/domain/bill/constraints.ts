export default {
  deposit_held: '押金余额不足：已退还、已抵扣、已转到别的合同的押金不能再动',
  deposit_append_only: '押金台账只能追加',
  allocation_within_deposit: '抵扣金额超过押金',
  bill_once: '该合同这一周期的账单已生成',
  bill_share_paid: '核销金额超过账单未付金额',
  bill_adjust_standing: '已作废的账单、押金账单不能减免或核销坏账',
  bill_adjusted: '恢复的金额超过减免或核销的金额',
  bill_adjust_back: '恢复的金额超过减免或核销的金额',
  bill_void_unpaid: '已作废的账单不能核销，已收款的账单不能作废',
}
