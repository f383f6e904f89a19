import type { AdminServer } from './adminServer.ts'
import { done } from './tenancies.ts'

type Params = Record<string, unknown>
type RowsOf = <T = Record<string, unknown>>(text: string) => Promise<T[]>

const at = (day: string): string => `extract(epoch from timestamptz '${day} 12:00+08')::bigint`

/** A bill that was made on a day in the past. */
export interface PastBill {
  price: number
  due: string
  made: string
  start?: string
  end?: string
  /** 1 rent, 2 an item, 3 a deposit. */
  from?: number
  from_id?: number
  p_id?: number
}

let serial = 0

/** What closes a month and a year, of days in the past: the setting, bills, payments and write-offs as if they had been booked then. */
export const yearEndOn = ({ server, rowsOf }: { server: () => AdminServer; rowsOf: RowsOf }) => ({
  /** Saves 结账设置 with these changes. */
  setClosing: async (changes: Params): Promise<void> => {
    const { values, version } = done(await server().ask('/api/closingSetting/detail')).data
    done(await server().ask('/api/closingSetting/save', { ...values, ...changes, version }))
  },
  pastBill: async ({ price, due, made, start = due, end = due, from = 1, from_id = 1, p_id = 1 }: PastBill) => {
    const [row] = await rowsOf<{ bill_id: number; share_id: number }>(`
      with made as (
        insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id, created_at)
        values ('NJ${++serial}', 1, ${from}, ${from_id}, ${price}, '${due}', '${start}', '${end}', 1, 100, '租客', ${p_id}, ${at(made)}) returning bill_id
      ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, ${price}, ${p_id} from made returning bill_id, share_id`)
    return row as { bill_id: number; share_id: number }
  },
  /** Has money of an entry settle a share on a day; below nought: takes it back. */
  settleOn: (day: string, flow_id: number, share_id: number, price: number, p_id = 1) =>
    rowsOf(
      `insert into allocation (flow_id, share_id, price, p_id, created_at) values (${flow_id}, ${share_id}, ${price}, ${p_id}, ${at(day)})`,
    ),
  /** Adjusts a share on a day by a kind (3 reduced, 4 written off, 5 recovered). */
  adjustOn: (day: string, { bill_id, share_id }: { bill_id: number; share_id: number }, kind: number, price: number) =>
    rowsOf(`insert into bill_adjust (sn, bill_id, share_id, kind, price, reason, p_id, created_at)
      values ('TZN${++serial}', ${bill_id}, ${share_id}, ${kind}, ${price}, '试', 1, ${at(day)})`),
  /** What an account has by a day, credit less debit. */
  creditOf: async (code: string, until = '9999-12-31', p_id = 1): Promise<number> => {
    const [row] = await rowsOf<{ price: number }>(`
      select coalesce(sum(case side when 2 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id)
      where a.code like '${code}%' and j.day <= '${until}' and j.p_id = ${p_id}`)
    return Number(row?.price ?? 0)
  },
})
