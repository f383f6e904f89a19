export default {
  own_account_code: '科目编码须在 1001（现金）、1002（银行存款）或 1012（支付渠道）之下，例如 1002.02',
  own_account_usual: '这种支付方式已有默认账户，请先把那个账户改为不是默认',
  journal_balanced: '记账不平：借贷不等，未保存',
  journal_append_only: '分录只能追加，错误请红字更正',
}
