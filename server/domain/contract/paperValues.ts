import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import { cycles } from '../../../src/schemas/contract/terms.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { operatorName } from '../system/index.ts'
import { rentPlan } from './rules/rentPlan.ts'
import { type Billed, dayOf, readBilled, rentTerms, textOf } from './terms.ts'

type ContractRow = Row<'contract', 'contract_id' | 'sn' | 'kind' | 'template_id' | 'template_no'> &
  Row<'lessee', 'card' | 'phone'> &
  Row<'org', 'region_name' | 'unit_floor' | 'address' | 'area'> & {
    tenant: string | null
    company: string | null
    employer: string | null
    project: string | null
    sealed_card: Buffer | null
    sealed_phone: Buffer | null
  }

/** What a contract's paper is filled with. */
export interface PaperValues {
  contract_id: number
  sn: string
  kind: number
  /** The text that it was finalized with; null where that was before texts were kept, or there was none. */
  template: { template_id: number; no: number } | null
  values: TemplateValues
  /** The tenant's numbers in full: for the contract's own paper and nothing else. '' where there is none. */
  numbers: { card: string; phone: string }
}

const dueRule = ({ due_way, due_days }: Billed): string => {
  const days = due_days ?? 0
  if (due_way === 3) return `每期首月 ${days} 日`
  if (days === 0) return '每期开始当日'
  return due_way === 1 ? `每期开始前 ${days} 天` : `每期开始后 ${days} 天内`
}

const termOf = ({ months, start_date, end_date }: Billed): string =>
  months === null ? `${dayOf(end_date) - dayOf(start_date) + 1} 天` : `${months} 个月`

const restOf = ({ payment_ratio }: Billed, employer: string | null): string =>
  (payment_ratio ?? 100) >= 100 ? '' : `，其余 ${100 - (payment_ratio ?? 100)}% 由${employer ?? '其所在企业'}承担`

const planOf = (billed: Billed): string[][] =>
  rentPlan(rentTerms(billed, billed.steps)).map(({ due, from, to, price }) => [
    textOf(due),
    `${textOf(from)} 至 ${textOf(to)}`,
    fenToYuan(price),
  ])

const rowsOf = async (db: Queryable, keys: readonly number[]): Promise<ContractRow[]> => {
  const { rows } = await sql<ContractRow>`
    select c.contract_id, c.sn, c.kind, c.template_id, c.template_no, l.name as tenant, l.card, l.phone, f.name as company, e.name as employer,
      p.name as project, o.region_name, o.unit_floor, o.address, o.area,
      l.${sql.id(sealedName('card'))} as sealed_card, l.${sql.id(sealedName('phone'))} as sealed_phone
    from contract c
    join org o on o.org_id = c.org_id
    left join lessee l on l.custom_id = c.custom_id
    left join company f on f.company_id = c.company_id
    left join company e on e.company_id = l.company_id
    left join project p on p.p_id = c.p_id
    where c.contract_id = any(${keys}::integer[])
  `.execute(db)
  return rows
}

const textsOf = (row: ContractRow, billed: Billed, operator: string, now: number): TemplateValues['texts'] => ({
  合同号: row.sn,
  出租方: operator,
  租客姓名: row.tenant ?? '',
  身份证号: row.card ?? '',
  手机号: row.phone ?? '',
  企业名称: row.company ?? '',
  项目名称: row.project ?? '',
  小区: row.region_name ?? '',
  房号: row.unit_floor ?? '',
  地址: row.address ?? '',
  面积: row.area === null ? '' : row.area.toFixed(2),
  开始日期: billed.start_date,
  结束日期: billed.end_date,
  租期: termOf(billed),
  月租金: fenToYuan(billed.rent),
  月租金大写: fenInCapitals(billed.rent),
  押金: fenToYuan(billed.deposit),
  押金大写: fenInCapitals(billed.deposit),
  租客承担比例: `${billed.payment_ratio}%`,
  其余承担说明: restOf(billed, row.employer),
  付款周期: cycles[(billed.cycle ?? 1) as keyof typeof cycles],
  应付规则: dueRule(billed),
  签订日期: billed.signed_on ?? '',
  打印日期: dateOf(now),
})

/**
 * Gives what the papers of these contracts are filled with, by key. Among the texts numbers of cards and phones are masked, as wherever they are only looked
 * at. Whose contracts they are is for the caller to judge.
 */
export const paperValues = async (db: Queryable, keys: readonly number[], now: number): Promise<ReadonlyMap<number, PaperValues>> => {
  const rows = await rowsOf(db, keys)
  const billed = new Map((await readBilled(db, keys)).map((one) => [one.contract_id, one]))
  const operator = await operatorName(db)
  const opened = (kind: 'card' | 'phone', bytes: Buffer | null): string => (bytes ? sealerOf(db).open(kind, bytes) : '')
  return new Map(
    rows.flatMap((row): [number, PaperValues][] => {
      const terms = billed.get(row.contract_id)
      if (!terms) return []
      const { contract_id, sn, kind, template_id, template_no } = row
      return [
        [
          contract_id,
          {
            ...{ contract_id, sn, kind: kind ?? 1 },
            template: template_id === null || template_no === null ? null : { template_id, no: template_no },
            values: { texts: textsOf(row, terms, operator, now), plan: planOf(terms) },
            numbers: { card: opened('card', row.sealed_card), phone: opened('phone', row.sealed_phone) },
          },
        ],
      ]
    }),
  )
}
