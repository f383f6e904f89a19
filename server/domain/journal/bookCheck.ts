/** A thing that must hold of the books (domain.md, Money: invariants), as the SQL of what does not hold: `resource, record_id, p_id, expected, found`. */
export interface BookCheck {
  name: string
  label: string
  wrong: string
}

/** Accounts by their numbers, in SQL. */
export const ids = (...accounts: readonly { id: number }[]): string => accounts.map(({ id }) => id).join(', ')

/** What an account has of each key of the lines: debit less credit. */
export const debits = (key: string, accounts: string): string =>
  `(select ${key}, sum(case side when 1 then price else -price end)::bigint as price from journal_line
    where ledger_account_id in (${accounts}) and ${key} is not null group by ${key})`
