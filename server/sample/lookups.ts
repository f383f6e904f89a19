import { sql } from 'kysely'
import type { Tx } from '../store/connection/database.ts'
import { insertMany } from './bulk.ts'

const KINDS = { 整栋公寓: 1, 整栋廉租房: 1, 成套公寓: 2, 成套廉租房: 2, 合租单间: 3, 集体宿舍: 3 } as const
const TAGS = [
  '近地铁',
  '精装修',
  '电梯房',
  '南北通透',
  '拎包入住',
  '近学校',
  '近医院',
  '独立厨卫',
  '无障碍',
  '可办居住证',
  '新交付',
  '临街',
] as const
const SIMPLES = { 水: '吨', 电: '度', 燃气: '立方米', 热水: '吨', 空调: '度' } as const
const COSTS = ['房租', '物业费', '停车费', '维修费', '保洁费', '公共能耗费', '垃圾清运费', '宽带费', '违约金', '其他费用'] as const
/** What an item earns, and where money that is spent on it goes (src/schemas/journal/journal.ts); any other is 其他业务收入 and 管理费用. */
const INCOMES: Readonly<Record<string, number>> = { 房租: 2, 违约金: 4 }
const EXPENSES: Readonly<Record<string, number>> = { 维修费: 2 }
const PLEDGES = ['房屋押金', '钥匙押金', '水电押金'] as const

export type KindName = keyof typeof KINDS
type SimpleName = keyof typeof SIMPLES
type CostName = (typeof COSTS)[number]
type PledgeName = (typeof PLEDGES)[number]

/** The ids of what staff choose from, by name. */
export interface Lookups {
  kind: Readonly<Record<KindName, number>>
  tags: Readonly<Record<(typeof TAGS)[number], number>>
  simple: Readonly<Record<SimpleName, number>>
  cost: Readonly<Record<CostName, number>>
  pledge: Readonly<Record<PledgeName, number>>
}

/** Adds the names that the table lacks and gives the ids of all: after a clear they are still there, and staff may have added their own. */
const ensure = async <N extends string>(
  tx: Tx,
  table: string,
  names: readonly N[],
  rest: (name: N) => Record<string, string | number>,
): Promise<Record<N, number>> => {
  const read = () => sql<{ id: number; name: N }>`select id, name from ${sql.table(table)} where name = any(${names}::text[])`.execute(tx)
  const known = new Set((await read()).rows.map((row) => row.name))
  const missing = names.filter((name) => !known.has(name)).map((name): Record<string, string | number> => ({ name, ...rest(name) }))
  if (missing[0]) await insertMany(tx, table, Object.keys(missing[0]), missing)
  return Object.fromEntries((await read()).rows.map((row) => [row.name, row.id])) as Record<N, number>
}

const keysOf = <const T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[]

/** Fills kinds, tags, meter, cost and deposit items, and gives their ids. */
export const fillLookups = async (tx: Tx): Promise<Lookups> => ({
  kind: await ensure(tx, 'kind', keysOf(KINDS), (name) => ({ show_type: KINDS[name] })),
  tags: await ensure(tx, 'tags', TAGS, () => ({})),
  simple: await ensure(tx, 'simple', keysOf(SIMPLES), (name) => ({ call: SIMPLES[name] })),
  cost: await ensure(tx, 'cost', COSTS, (name) => ({ income: INCOMES[name] ?? 1, expense: EXPENSES[name] ?? 1 })),
  pledge: await ensure(tx, 'pledge', PLEDGES, () => ({})),
})
