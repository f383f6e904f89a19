import { groupBy } from 'es-toolkit'
import { sql } from 'kysely'
import type { ContractPart } from '../../../src/derive/template.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { cycles } from '../../../src/schemas/contract/terms.ts'
import type { TemplateValues } from '../../../src/schemas/template/template.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inSet } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { dueRule, type FeeAgreed, feesOf, feeWords, type PaperValues, planOf, readBilled, termOf } from '../contract/index.ts'
import { operatorName } from '../system/index.ts'

/** 整租合同 (src/schemas/common.ts): the kind whose template a whole lease is written from. */
const WHOLE = 2

type LeaseRow = Row<'lease', 'lease_id' | 'sn' | 'template_id' | 'template_no' | 'start_date' | 'end_date' | 'months' | 'cycle'> &
  Row<'lease', 'due_way' | 'due_days' | 'signed_on'> & {
    company: string
    code: string
    phone: string
    project: string | null
    sealed_phone: Buffer | null
  }

type Room = Row<'contract', 'contract_id' | 'rent' | 'deposit' | keyof FeeAgreed> &
  Row<'org', 'region_name' | 'unit_floor' | 'area'> & {
    lease_id: number
  }

const leasesOf = async (db: Queryable, keys: readonly number[]): Promise<LeaseRow[]> => {
  const { rows } = await sql<LeaseRow>`
    select t.lease_id, t.sn, t.template_id, t.template_no, t.start_date, t.end_date, t.months, t.cycle, t.due_way, t.due_days, t.signed_on,
      f.name as company, f.code, f.phone, p.name as project, f.${sql.id(sealedName('phone'))} as sealed_phone
    from lease t join company f on f.company_id = t.company_id left join project p on p.p_id = t.p_id
    where t.lease_id = any(${keys}::integer[])
  `.execute(db)
  return rows
}

const roomsOf = async (db: Queryable, keys: readonly number[]): Promise<Room[]> => {
  const { rows } = await sql<Room>`
    select c.contract_id, c.lease_id, c.rent, c.deposit, c.fee_way, c.fee_rate, c.fee_grace, c.fee_cap, o.region_name, o.unit_floor, o.area
    from contract c join org o on o.org_id = c.org_id
    where c.lease_id = any(${keys}::integer[]) and c.status in (${inSet(contract, 'standing')})
    order by o.region_name, o.unit_floor, c.contract_id
  `.execute(db)
  return rows
}

const sumOf = (rooms: readonly Room[], column: 'rent' | 'deposit'): number => rooms.reduce((sum, room) => sum + room[column], 0)

const areaOf = (rooms: readonly Room[]): string => rooms.reduce((sum, { area }) => sum + (area ?? 0), 0).toFixed(2)

/** Says what is agreed on late fees: once where it is the same for all rooms, of which rooms otherwise. */
const feesIn = (rooms: readonly Room[]): string => {
  const byWords = Object.entries(groupBy(rooms, (room) => feeWords(feesOf(room))))
  if (byWords.length <= 1) return byWords[0]?.[0] ?? ''
  return byWords.map(([words, those]) => `${those.map(({ unit_floor }) => unit_floor).join('、')}：${words}`).join('；')
}

const textsOf = (row: LeaseRow, rooms: readonly Room[], operator: string, now: number): TemplateValues['texts'] => {
  const [rent, deposit] = [sumOf(rooms, 'rent'), sumOf(rooms, 'deposit')]
  return {
    合同号: row.sn,
    出租方: operator,
    租客姓名: '',
    身份证号: row.code,
    手机号: row.phone,
    企业名称: row.company,
    项目名称: row.project ?? '',
    小区: [...new Set(rooms.map(({ region_name }) => region_name))].join('、'),
    房号: `共 ${rooms.length} 间（见附表）`,
    地址: '',
    面积: areaOf(rooms),
    开始日期: row.start_date,
    结束日期: row.end_date,
    租期: termOf(row),
    月租金: fenToYuan(rent),
    月租金大写: fenInCapitals(rent),
    押金: fenToYuan(deposit),
    押金大写: fenInCapitals(deposit),
    租客承担比例: '100%',
    其余承担说明: '',
    付款周期: cycles[(row.cycle ?? 1) as keyof typeof cycles],
    应付规则: dueRule(row),
    违约金约定: feesIn(rooms),
    签订日期: row.signed_on ?? '',
    打印日期: dateOf(now),
  }
}

/** The rooms, each with its rent: at the end of the paper, whatever its text says. */
const annexOf = (rooms: readonly Room[]): ContractPart[] => [
  { is: 'head', pieces: [{ text: '附表　房屋明细' }] },
  {
    is: 'table',
    heads: ['序号', '房屋', '面积（平方米）', '月租金（元）', '押金（元）'],
    aligns: ['left', 'left', 'right', 'right', 'right'],
    rows: rooms.map(({ region_name, unit_floor, area, rent, deposit }, place) => [
      String(place + 1),
      [region_name, unit_floor].filter(Boolean).join(' '),
      area === null ? '' : area.toFixed(2),
      fenToYuan(rent),
      fenToYuan(deposit),
    ]),
  },
]

/** Gives what the papers of these whole leases are filled with, by key: as `paperValues` of a contract, the sums of all their rooms. The telephone is masked but in `numbers`. */
export const leasePapers = async (db: Queryable, keys: readonly number[], now: number): Promise<ReadonlyMap<number, PaperValues>> => {
  const all = await roomsOf(db, keys)
  const billed = new Map(
    (
      await readBilled(
        db,
        all.map(({ contract_id }) => contract_id),
      )
    ).map((one) => [one.contract_id, one]),
  )
  const byLease = groupBy(all, ({ lease_id }) => lease_id)
  const operator = await operatorName(db)
  return new Map(
    (await leasesOf(db, keys)).map((row): [number, PaperValues] => {
      const { lease_id, sn, template_id, template_no, sealed_phone, code } = row
      const rooms = byLease[lease_id] ?? []
      return [
        lease_id,
        {
          ...{ key: lease_id, sn, kind: WHOLE },
          template: template_id === null || template_no === null ? null : { template_id, no: template_no },
          values: {
            texts: textsOf(row, rooms, operator, now),
            plan: planOf(rooms.flatMap(({ contract_id }) => billed.get(contract_id) ?? [])),
          },
          annex: annexOf(rooms),
          numbers: { card: code, phone: sealed_phone ? sealerOf(db).open('phone', sealed_phone) : '' },
        },
      ]
    }),
  )
}
