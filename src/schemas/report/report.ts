/** Which side of the profit an account is on: 60 to 63 is earned, 64 on is spent (the ministry's list of accounts). */
export const profitKinds = { 1: '收入', 2: '支出' } as const

/** Whether a day's money was signed off by another, and whether entries came after that. */
export const signStates = { 1: '未签核', 2: '已签核', 3: '签核后有变动' } as const
