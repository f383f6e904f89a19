import { sortBy } from 'es-toolkit'
import { sql } from 'kysely'
import type { ContractPart } from '../../../src/derive/template.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import { bearers } from '../../../src/schemas/contract/splits.ts'
import { cycles } from '../../../src/schemas/contract/terms.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { operatorName } from '../system/index.ts'
import { type FeeAgreed, feesOf } from './feeTerms.ts'
import { rentPlan } from './rules/rentPlan.ts'
import { splitWords } from './splitWords.ts'
import { type Billed, dayOf, readBilled, rentTerms, textOf } from './terms.ts'

type ContractRow = Row<
  'contract',
  'contract_id' | 'sn' | 'kind' | 'template_id' | 'template_no' | 'fee_way' | 'fee_rate' | 'fee_grace' | 'fee_cap'
> &
  Row<'lessee', 'card' | 'phone'> &
  Row<'org', 'region_name' | 'unit_floor' | 'address' | 'area'> & {
    tenant: string | null
    company: string | null
    employer: string | null
    project: string | null
    sealed_card: Buffer | null
    sealed_phone: Buffer | null
  }

/** What the paper of a contract, or of a whole lease, is filled with. */
export interface PaperValues {
  key: number
  sn: string
  kind: number
  /** The text that it was finalized with; null where that was before texts were kept, or there was none. */
  template: { template_id: number; no: number } | null
  values: TemplateValues
  /** What follows the text: the rooms of a whole lease. */
  annex?: readonly ContractPart[]
  /** The tenant's numbers in full: for the contract's own paper and nothing else. '' where there is none. */
  numbers: { card: string; phone: string }
}

/** Says when rent is due. */
export const dueRule = ({ due_way, due_days }: Pick<Billed, 'due_way' | 'due_days'>): string => {
  const days = due_days ?? 0
  if (due_way === 3) return `每期首月 ${days} 日`
  if (days === 0) return '每期开始当日'
  return due_way === 1 ? `每期开始前 ${days} 天` : `每期开始后 ${days} 天内`
}

/** Says what is agreed on late fees, as a contract does: whole in itself, whatever its text says around it. */
export const feeWords = ({ fee_way, fee_rate, fee_grace, fee_cap }: FeeAgreed): string => {
  if (fee_way === 3) return '不计违约金'
  if (fee_way === 1) return '按甲方公布的统一标准计算'
  const grace = fee_grace === 0 ? '' : `，应付日后 ${fee_grace} 天为宽限期，期内付清的部分不计`
  return `每天按逾期未付金额的万分之 ${fee_rate} 计算${grace}，合计不超过${fee_grace === 0 ? '逾期' : '宽限期满时未付'}金额的 ${fee_cap}%`
}

/** Says how long a term is. */
export const termOf = ({ months, start_date, end_date }: Pick<Billed, 'months' | 'start_date' | 'end_date'>): string =>
  months === null ? `${dayOf(end_date) - dayOf(start_date) + 1} 天` : `${months} 个月`

/** Says what of the rent the tenant bears, and after it who bears the rest: by the ratio alone, or by lines that were agreed. */
const bearing = ({ payment_ratio, splits, start_date }: Billed, employer: string | null): { tenants: string; rest: string } => {
  const ratio = payment_ratio ?? 100
  const byRatio = ratio < 100 && !splits.some(({ bearer, from_date }) => bearer === 2 && from_date <= start_date)
  if (splits.length === 0) return { tenants: `${ratio}%`, rest: byRatio ? `，其余 ${100 - ratio}% 由${employer ?? '其所在企业'}承担` : '' }
  const lines = splits.map((line) => {
    const since = line.from_date > start_date ? `${line.from_date} 起` : ''
    return `${since}${line.company ?? ''}（${bearers[line.bearer]}）${splitWords(line, '乙方')}`
  })
  const first = byRatio ? [`${employer ?? '其所在企业'}（${bearers[2]}）承担 ${100 - ratio}%`] : []
  return { tenants: '其余部分', rest: `；${[...first, ...lines].join('；')}` }
}

/** Gives what is paid when, of one contract or of several together: those that are due on a day for the same days are one sum. */
export const planOf = (billed: readonly Billed[]): string[][] => {
  const sums = new Map<string, { due: number; words: [string, string]; price: number }>()
  for (const one of billed)
    for (const { due, from, to, price } of rentPlan(rentTerms(one, one.steps))) {
      const words: [string, string] = [textOf(due), `${textOf(from)} 至 ${textOf(to)}`]
      const place = words.join(' ')
      sums.set(place, { due, words, price: price + (sums.get(place)?.price ?? 0) })
    }
  return sortBy([...sums.values()], ['due']).map(({ words, price }) => [...words, fenToYuan(price)])
}

const rowsOf = async (db: Queryable, keys: readonly number[]): Promise<ContractRow[]> => {
  const { rows } = await sql<ContractRow>`
    select c.contract_id, c.sn, c.kind, c.template_id, c.template_no, c.fee_way, c.fee_rate, c.fee_grace, c.fee_cap, l.name as tenant, l.card, l.phone, f.name as company, e.name as employer,
      p.name as project, o.region_name, o.unit_floor, o.address, o.area,
      l.${sql.id(sealedName('card'))} as sealed_card, l.${sql.id(sealedName('phone'))} as sealed_phone
    from contract c
    join org o on o.org_id = c.org_id
    left join lessee l on l.custom_id = c.custom_id
    left join company f on f.company_id = c.company_id
    left join company e on e.company_id = coalesce(c.employer_id, l.company_id)
    left join project p on p.p_id = c.p_id
    where c.contract_id = any(${keys}::integer[])
  `.execute(db)
  return rows
}

const textsOf = (row: ContractRow, billed: Billed, operator: string, now: number): TemplateValues['texts'] => {
  const { tenants, rest } = bearing(billed, row.employer)
  return {
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
    租客承担比例: tenants,
    其余承担说明: rest,
    付款周期: cycles[(billed.cycle ?? 1) as keyof typeof cycles],
    应付规则: dueRule(billed),
    违约金约定: feeWords(feesOf(row)),
    签订日期: billed.signed_on ?? '',
    打印日期: dateOf(now),
  }
}

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
            ...{ key: contract_id, sn, kind: kind ?? 1 },
            template: template_id === null || template_no === null ? null : { template_id, no: template_no },
            values: { texts: textsOf(row, terms, operator, now), plan: planOf([terms]) },
            numbers: { card: opened('card', row.sealed_card), phone: opened('phone', row.sealed_phone) },
          },
        ],
      ]
    }),
  )
}
