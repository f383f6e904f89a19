/** What posts to the journal (postings.md): the code is what each line keeps, the word is what an accountant reads. */
export const postingEvents = {
  1: '开账',
  2: '截短',
  3: '账单作废',
  4: '收款',
  5: '付款',
  6: '红冲',
  7: '核销',
  8: '撤销核销',
  9: '押金转移',
  10: '押金退还',
  11: '期初押金',
  12: '补偿',
  13: '资金划转',
  14: '撤销划转',
  15: '确认收入',
  16: '确认减免',
  17: '减免',
  18: '坏账核销',
  19: '坏账收回',
  30: '代收租金',
  31: '业主结算',
  32: '业主结算作废',
  36: '尾差',
  33: '价税分离',
  34: '进项税额',
  35: '进项税额红冲',
  37: '计提坏账准备',
  38: '年结',
  39: '进项税额转出',
  40: '撤销进项税额转出',
  41: '认领',
  42: '补差',
  43: '改付款方',
} as const

export const sides = { 1: '借', 2: '贷' } as const

/** What an account is, by which it stands in the balance. */
export const accountKinds = { 1: '资产', 2: '负债', 3: '权益', 4: '损益' } as const

/** Which account a charge by hand is owed to, and earns: services that are paid ahead (7) by the period that they are for. */
export const incomes = {
  1: '其他业务收入',
  2: '租金',
  3: '占用费与补缴',
  4: '违约金',
  5: '赔偿',
  6: '小额差异、长款',
  7: '服务费（按期）',
} as const

/** Which account money that is spent on an item goes to. */
export const expenses = { 1: '管理费用', 2: '维修成本', 3: '手续费', 4: '小额差异、短款' } as const

/** Whose the money for what a meter counts is: handed on to the supplier, or the operator's own. */
export const meterBooks = { 1: '代收代付', 2: '转供（自有收入）' } as const

export const checkStates = { 1: '相符', 2: '不符' } as const

/** What the operator has an account for. */
export const ownAccountKinds = { 1: '收租户', 2: '押金户', 3: '基本户', 4: '财政专户', 5: '现金', 6: '支付渠道', 7: '期初' } as const

/** Whether entries that name no account are on it. */
export const usualWords = { 1: '是', 2: '否' } as const
