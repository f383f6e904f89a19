export default {
  statement_line_stays: '对账单的行不能修改或删除',
  statement_line_agrees: '对账单这一行与流水、划转的合计不符，请刷新后重试',
  statement_line_live_own_account_id_mark_key: '这一行以前读入过，请刷新后重试',
  transfer_sides: '转出与转入须是两个账户，手续费须小于金额',
  transfer_both_sides: '请选择转出与转入账户',
  transfer_price: '金额须大于0',
  transfer_from_line: '对账单这一行已有划转',
  transfer_to_line: '对账单这一行已有划转',
}
