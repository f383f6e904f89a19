export default {
  own_account_code: '科目编码须在 1001（现金）或 1002（银行存款）之下，例如 1002.02',
  journal_balanced: '记账不平：借贷不等，未保存',
  journal_append_only: '分录只能追加，错误请红字更正',
}
