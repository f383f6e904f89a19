export default {
  bill_once: '该合同这一周期的账单已生成',
  bill_share_paid: '核销金额超过账单未付金额',
  bill_void_unpaid: '已作废的账单不能核销，已收款的账单不能作废',
}
