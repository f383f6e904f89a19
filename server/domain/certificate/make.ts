import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import { addPapers } from '../../prints/addPapers.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inScope, type Scope } from '../../store/reading/filters.ts'
import { isRent } from '../journal/index.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import { byMonth, type MonthPaid, paidByMonth, type TenantsPart } from './rules/paidByMonth.ts'

/** Of which months; both YYYY-MM. */
export interface Months {
  from_month: string
  to_month: string
}

/** The print whose papers they are. */
export const PAPER = 'certificate_paper'

/** Gives the twelve months that end with this one. */
export const lastYear = async (tx: Tx): Promise<Months> => {
  const { rows } = await sql<Months>`
    select to_char(current_date - interval '11 months', 'YYYY-MM') as from_month, to_char(current_date, 'YYYY-MM') as to_month
  `.execute(tx)
  return rows[0] ?? { from_month: '', to_month: '' }
}

/** Gives what a tenant's own part of rent came to in these months, and what of it is paid: of bills that stand, and of what is charged as rent. What was written off was due all the same. */
const monthsPaid = async (tx: Tx, custom_id: number, { from_month, to_month }: Months): Promise<MonthPaid[]> => {
  const { rows } = await sql<TenantsPart>`
    select (s.price + lost.price)::bigint as due, s.paid, m.months
    from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1
    cross join lateral (
      select -coalesce(sum(a.price), 0) as price from bill_adjust a where b.bad > 0 and a.bill_id = b.bill_id and a.share_id = s.share_id and a.kind in (4, 5)
    ) lost
    cross join lateral (
      select json_agg(l order by l.month) as months from (
        select month, sum(price)::bigint as price from bill_line where bill_id = b.bill_id and kind not in (4, 5) group by month
      ) l
    ) m
    where b.custom_id = ${custom_id} and b.is_void = 0 and ${sql.raw(isRent)}
      and to_char(b.start_date, 'YYYY-MM') <= ${to_month} and to_char(b.end_date, 'YYYY-MM') >= ${from_month} and m.months is not null
    order by b.start_date, b.bill_id
  `.execute(tx)
  return byMonth(rows.flatMap(paidByMonth)).filter(({ month }) => month >= from_month && month <= to_month)
}

interface Tenant {
  name: string
  card: string | null
  p_id: number | null
  places: string | null
}

const tenantOf = async (tx: Tx, custom_id: number, { from_month, to_month }: Months, scope: Scope): Promise<Tenant> => {
  const { rows } = await sql<Tenant>`
    select l.name, l.card, l.p_id, (
      select string_agg(distinct concat_ws(' ', o.region_name, o.unit_floor), '、')
      from bill b join org o on o.org_id = b.org_id
      where b.custom_id = l.custom_id and b.is_void = 0 and ${sql.raw(isRent)}
        and to_char(b.start_date, 'YYYY-MM') <= ${to_month} and to_char(b.end_date, 'YYYY-MM') >= ${from_month}
    ) as places
    from lessee l where l.custom_id = ${custom_id} and ${inScope(scope, 'l.p_id')} for no key update of l
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

const contentOf = (
  operator: string,
  tenant: Tenant,
  of: Months,
  months: readonly MonthPaid[],
  sums: { due: number; paid: number },
): PrintContent['values'] => ({
  operator,
  name: tenant.name,
  card: tenant.card ?? '',
  place: tenant.places ?? '',
  since: of.from_month,
  until: of.to_month,
  months: months.map(({ month, due, paid }) => [month, fenToYuan(due), fenToYuan(paid), fenToYuan(due - paid)]),
  due: fenToYuan(sums.due),
  paid: fenToYuan(sums.paid),
  owed: fenToYuan(sums.due - sums.paid),
  capitals: fenInCapitals(sums.paid),
})

/**
 * Gives the certificate of what a tenant has paid in some months: the one that there is which says just that, or a new one with the next number, which says for ever
 * what it says now. Throws 404 for a tenant out of scope, 400 where the months are the wrong way round, 409 where nothing was paid.
 */
export const certificateOf = async (
  tx: Tx,
  custom_id: number,
  of: Months,
  { userId, scope }: { userId: number; scope: Scope },
): Promise<{ certificate_id: number; number: string }> => {
  if (of.to_month < of.from_month) throw new CallError(400, '“到”不能早于“从”', { field: 'to_month' })
  const tenant = await tenantOf(tx, custom_id, of, scope)
  const months = await monthsPaid(tx, custom_id, of)
  const sums = { due: months.reduce((sum, { due }) => sum + due, 0), paid: months.reduce((sum, { paid }) => sum + paid, 0) }
  if (sums.paid === 0) throw new CallError(409, `${tenant.name} 从 ${of.from_month} 到 ${of.to_month} 没有已缴的房租，不能开缴纳证明`)
  const { seal_img: [seal] = [] } = await readSetting(tx, invoiceSetting)
  const content: PrintContent = {
    values: contentOf(await operatorName(tx), tenant, of, months, sums),
    pictures: seal === undefined ? {} : { seal },
  }
  // A number of his that was mended, a room's name, another seal: what it would say tells it from the former one.
  const { rows: same } = await sql<{ certificate_id: number; number: string }>`
    select c.certificate_id, c.number from certificate c
    join print p on p.name = ${PAPER} and p.resource = 'certificate' and p.record_id = c.certificate_id and p.content = ${JSON.stringify(content)}::jsonb
    where c.custom_id = ${custom_id} and c.from_month = ${of.from_month} and c.to_month = ${of.to_month} and c.due = ${sums.due} and c.paid = ${sums.paid}
    order by c.certificate_id desc limit 1
  `.execute(tx)
  if (same[0]) return same[0]
  const row = { custom_id, custom_name: tenant.name, ...of, ...sums, p_id: tenant.p_id }
  const [{ key: certificate_id, number } = { key: 0, number: '' }] = await addPapers(tx, PAPER, [row], () => [content], userId)
  return { certificate_id, number }
}
