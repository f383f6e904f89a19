import { sql } from 'kysely'
import transfer from '../../../src/resources/statement/transfer.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import withholdFile from '../../../src/resources/withhold/withholdFile.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import { companionsOf } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { numberOf, series } from '../../store/writing/series.ts'
import type { Staff } from '../types.ts'

const BANK = '建设银行上海分行'

/** Those who have signed have an account; a few of them, and a few others, one at the provident fund. */
const addAccounts = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ custom_id: number; withhold: number }>`
    select custom_id, withhold from lessee where withhold = 1 or custom_id % 9 = 0 order by custom_id
  `.execute(tx)
  const sealer = sealerOf(tx)
  const cell = (value: Buffer): string => `\\x${value.toString('hex')}`
  const made = rows.map((row) => {
    const account = sealer.seal('bank', `62170012${String(10_007 * row.custom_id).padStart(11, '0')}`)
    const fund = sealer.seal('bank', `8800${String(row.custom_id).padStart(8, '0')}`)
    return {
      ...row,
      shown: account.shown,
      sealed: cell(account.sealed),
      hash: cell(account.hash),
      f: fund.shown,
      fs: cell(fund.sealed),
      fh: cell(fund.hash),
    }
  })
  const [account, fund] = ['withhold_account', 'fund_account'].map((name) =>
    companionsOf({ name, is: 'bank' }).map((column) => sql.id(column)),
  )
  await sql`
    update lessee l set
      ${sql.join((account ?? []).map((column, place) => sql`${column} = case when m.withhold = 1 then ${sql.ref(`m.${['shown', 'sealed', 'hash'][place]}`)} end`))},
      ${sql.join((fund ?? []).map((column, place) => sql`${column} = case when m.custom_id % 9 = 0 then ${sql.ref(`m.${['f', 'fs', 'fh'][place]}`)} end`))},
      withhold_bank = case when m.withhold = 1 then ${BANK} end, withhold_no = case when m.withhold = 1 then 'XY' || m.custom_id end,
      withhold_on = case when m.withhold = 1 then to_timestamp(l.created_at)::date end
    from json_to_recordset(${JSON.stringify(made)}::json)
      as m (custom_id integer, withhold integer, shown text, sealed bytea, hash bytea, f text, fs bytea, fh bytea)
    where l.custom_id = m.custom_id
  `.execute(tx)
}

/** Batches of each project: one whose money has arrived, one that came back with refusals, one that the bank has not answered, and a draft. */
const addBatches = async (tx: Tx, staff: Staff): Promise<void> => {
  const [draft, exported, returned, arrived] = (['draft', 'exported', 'returned', 'arrived'] as const).map((state) =>
    inState(withhold, state),
  )
  await sql`update own_account set debit_layout = 1, bank_name = ${BANK} where way = 3 and usual = 1`.execute(tx)
  await sql`
    insert into withhold (sn, kind, bank, layout, own_account_id, status, exported_on, returned_at, p_id, created_at, created_by)
    select ${numberOf(series.withholding, sql`row_number() over (order by days desc, p_id)`, sql`current_date - days`)}, 1, ${BANK}, 1, own_account_id, status,
      case when days > 0 then current_date - days end,
      case when status in (${returned}, ${arrived}) then extract(epoch from current_date - days + 2)::bigint end, p_id, least(extract(epoch from current_date - days)::bigint + 32400, epoch_now() - 60), ${staff.caiwu}::integer
    from project, own_account w, (values (35, ${arrived}), (12, ${returned}), (5, ${exported}), (0, ${draft})) as times (days, status)
    where w.way = 3 and w.usual = 1 order by days desc, p_id
  `.execute(tx)
  await sql`select setval(${series.withholding.sequence}, (select count(*) + 1 from withhold), false)`.execute(tx)
}

const lineColumns = sql.join(
  ['batch_id', 'bill_id', 'custom_id', 'custom_name', ...companionsOf({ name: 'account', is: 'bank' }), 'bank', 'agreement'].map((name) =>
    sql.id(name),
  ),
)
/** The same of a batch `w`, a bill `b` and a tenant `l` who has signed. */
const lineCells = sql.join([
  ...['w.batch_id', 'b.bill_id', 'l.custom_id', 'l.name'].map((name) => sql.ref(name)),
  ...companionsOf({ name: 'withhold_account', is: 'bank' }).map((column) => sql.ref(`l.${column}`)),
  sql.ref('l.withhold_bank'),
  sql.ref('l.withhold_no'),
])

/** What was debited: receipts of that way that settled one bill alone. Taken step by step: so early the planner does not know of what there are many. */
const addDebited = async (tx: Tx): Promise<void> => {
  await sql`
    with single as materialized (
      select flow_id, min(share_id) as share_id, sum(price)::bigint as price from allocation where flow_id is not null group by flow_id having count(*) = 1
    ),
    paid as materialized (
      select f.flow_id, f.price, f.p_id, f.deal_time, a.share_id from flow f join single a on a.flow_id = f.flow_id and a.price = f.price
      where f.way = 7 and f.reverses is null and f.flow_id not in (select reverses from flow where reverses is not null)
    ),
    taken as materialized (
      select * from (
        select w.batch_id, p.flow_id, p.price, p.share_id, row_number() over (partition by w.batch_id order by p.flow_id) as place
        from withhold w join paid p on p.p_id = w.p_id and p.deal_time between w.created_at - 15 * 86400 and w.created_at + 7 * 86400
        where w.returned_at is not null
      ) ranked where place <= 150
    )
    insert into withhold_line (${lineColumns}, price, paid, result, flow_id, p_id)
    select ${lineCells}, w.price, w.price, ${inState(withholdLine, 'debited')}, w.flow_id, b.p_id
    from taken w
    join bill_share s on s.share_id = w.share_id and s.party = 1 join bill b on b.bill_id = s.bill_id
    join lessee l on l.custom_id = b.custom_id and l.withhold = 1
  `.execute(tx)
}

/** What is owed and was not debited: of the first two batches the bank says why, the others wait; each bill is in one of these. The oldest debts are in none: the accounts are empty. */
const addOwed = async (tx: Tx): Promise<void> => {
  await sql`
    insert into withhold_line (${lineColumns}, price, paid, result, reason, p_id)
    select ${lineCells}, b.rest, case when w.returned_at is not null then 0 end,
      case when w.returned_at is null then ${inState(withholdLine, 'sent')} else ${inState(withholdLine, 'refused')} end,
      case when w.returned_at is not null then (array['余额不足', '账户已销户', '户名与账号不符'])[1 + b.place % 3] end, b.p_id
    from (
      select b.bill_id, b.custom_id, b.p_id, b.bill_date, s.price - s.paid as rest, row_number() over (partition by b.p_id order by b.bill_date, b.bill_id)::integer as place
      from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price
      join lessee l on l.custom_id = b.custom_id and l.withhold = 1
      where b.is_void = 0 and b.bill_date < current_date
    ) b
    join lessee l on l.custom_id = b.custom_id
    join withhold w on w.p_id = b.p_id and case b.place % 4
      when 0 then w.exported_on is null when 1 then w.exported_on is not null and w.returned_at is null
      else w.returned_at is not null and b.bill_date < to_timestamp(w.created_at) end
    where b.place between 9 and 40 and not exists (select from withhold_line o where o.batch_id = w.batch_id and o.custom_id = b.custom_id)
    order by b.bill_id, w.batch_id
  `.execute(tx)
}

/** The files of what was sent, one a batch, and what came of them; a batch of nothing is no batch. */
const addFiles = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`delete from withhold w where not exists (select from withhold_line line where line.batch_id = w.batch_id)`.execute(tx)
  await sql`
    insert into withhold_file (number, batch_id, rows, price, status, answer_name, sha256, answered_at, answered_by, p_id)
    select w.sn || '-1', w.batch_id, 0, (select sum(price) from withhold_line line where line.batch_id = w.batch_id),
      case when w.returned_at is null then ${inState(withholdFile, 'waiting')} else ${inState(withholdFile, 'booked')} end,
      case when w.returned_at is not null then '回盘' || w.sn || '.txt' end,
      case when w.returned_at is not null then encode(sha256(('sample ' || w.sn)::bytea), 'hex') end, w.returned_at,
      case when w.returned_at is not null then ${staff.caiwu}::integer end, w.p_id
    from withhold w where w.exported_on is not null order by w.batch_id
  `.execute(tx)
  await sql`
    update withhold_line t set file_id = f.file_id, row_no = n.row_no
    from (
      select line_id, batch_id, dense_rank() over (partition by batch_id order by ${sql.id('account$hash')}, custom_name)::integer as row_no from withhold_line
    ) n join withhold_file f on f.batch_id = n.batch_id
    where n.line_id = t.line_id
  `.execute(tx)
  await sql`
    update withhold_file f set rows = n.rows, done_rows = n.done, failed_rows = n.failed, done_price = n.price
    from (
      select file_id, count(distinct row_no)::integer as rows, count(distinct row_no) filter (where paid > 0)::integer as done,
        count(distinct row_no) filter (where paid = 0)::integer as failed, coalesce(sum(paid), 0)::bigint as price
      from withhold_line group by file_id
    ) n
    where n.file_id = f.file_id
  `.execute(tx)
}

/** The money of the first batches came lately: the bank’s statement does not say it yet. */
const addArrivals = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`update withhold set status = ${inState(withhold, 'ended')} where status in (${inState(withhold, 'returned')}, ${inState(withhold, 'arrived')})
    and not exists (select from withhold_line line where line.batch_id = withhold.batch_id and line.result = ${inState(withholdLine, 'debited')})`.execute(
    tx,
  )
  await sql`
    insert into transfer (day, kind, from_account_id, to_account_id, price, fee, note, status, batch_id, p_id, created_by)
    select current_date - 1, 1, t.own_account_id, w.own_account_id, sum(line.paid), 0, '代扣到账', ${inState(transfer, 'stands')}, w.batch_id, w.p_id, ${staff.caiwu}::integer
    from withhold w join withhold_line line on line.batch_id = w.batch_id and line.result = ${inState(withholdLine, 'debited')}
    join own_account t on t.way = 7 and t.usual = 1
    where w.status = ${inState(withhold, 'arrived')} group by w.batch_id, w.own_account_id, w.p_id, t.own_account_id order by w.batch_id
  `.execute(tx)
}

/** Adds what banks are asked to debit, as far as they have answered. */
export const addWithholdings = async (tx: Tx, staff: Staff, analyze: (tables: readonly string[]) => Promise<void>): Promise<void> => {
  await addAccounts(tx)
  await addBatches(tx, staff)
  await analyze(['allocation', 'withhold'])
  await addDebited(tx)
  await addOwed(tx)
  await addFiles(tx, staff)
  await addArrivals(tx, staff)
}
