/** Where money is by the way on which it moved, or the account that was named (postings.md, chart of accounts). */
export const moneyAccount = (way: number | string): string =>
  typeof way === 'string' ? way : ({ 3: '1002.01', 7: '1012.04', 8: '1012.03', 11: '1012.09' }[way] ?? '')

/** Where stands what a party owes of a bill, by where it is from and what its item earns. */
export const debtorAccount = (from: number, income: number, party: 1 | 2): string => {
  if (from === 4) return '1221.02'
  if (income === 2) return party === 1 ? '1122.01' : '1122.02'
  return income === 3 ? '1122.04' : '1221.01'
}

/** What a bill is charged to. */
export const earningAccount = (from: number, income: number, isPassedOn: boolean): string => {
  if (from === 4) return isPassedOn ? '2241.02' : '6051'
  return { 1: '6051', 2: '2203.02', 3: '2203.02', 4: '6301.01', 5: '6301.02', 7: '2205' }[income] ?? '6051'
}
