export default {
  journal_balanced: '记账不平：借贷不等，未保存',
  journal_append_only: '分录只能追加，错误请红字更正',
}
