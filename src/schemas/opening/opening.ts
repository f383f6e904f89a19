/** What an operator brings from the system before (postings.md, opening). */
export const openingKinds = { 1: '欠租', 2: '欠费', 3: '预收', 4: '账户余额' } as const
