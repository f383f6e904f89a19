import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import doubt from '../../../src/resources/comparison/doubt.ts'
import homeVisit from '../../../src/resources/comparison/homeVisit.ts'
import { comparedPersons, compareFile } from '../../domain/comparison/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Staff } from '../types.ts'

interface Person {
  apply_id: number
  member: number
  name: string
  card: string
  hash: Buffer
  income: number
  housing_area: number
  family_size: number
}

type Line = Readonly<Record<string, string | number | null>> & { card: string }

const personsOf = async (tx: Tx): Promise<Person[]> => {
  const { rows } = await sql<Omit<Person, 'card'> & { sealed: Buffer }>`
    select p.apply_id, p.member, p.name, p.hash, p.sealed, q.income, q.housing_area::float8 as housing_area, q.family_size
    from (${comparedPersons(null)}) p join qualification q on q.apply_id = p.apply_id order by p.apply_id, p.member
  `.execute(tx)
  return rows.map(({ sealed, ...person }) => ({ ...person, card: sealerOf(tx).open('card', sealed) }))
}

/** What the social insurance bureau would say of an applicant: of one in nine more than the household declared. */
const socialLine = ({ apply_id, card, name, income }: Person): Line => ({
  ...{ card, name, employer: '上海同舟公共交通有限公司' },
  base: apply_id % 9 === 0 ? income + 120_000 : Math.round(income / 200) * 100,
})

/** What the real-estate register would say: a title of one in fourteen. */
const titleLine = ({ apply_id, card, name, housing_area, family_size }: Person): Line => ({
  ...{ card, name, address: `宝山区长江路 ${apply_id} 弄 6 号 201 室`, certificate: `沪（2019）宝字不动产权第 ${apply_id} 号` },
  area: (housing_area + 6) * family_size,
})

/** Compares two files as staff would, by the rules; decides some of the doubts, and sends visits for others. */
export const addComparisons = async (tx: Tx, today: Day, staff: Staff): Promise<void> => {
  if (staff.guanjia === null || staff.admin === null) return
  const applicants = (await personsOf(tx)).filter(({ member }) => member === 0)
  const files = [
    { bureau: 1, name: '社保比对结果.txt', persons: applicants, lineOf: socialLine, before: 9 },
    {
      bureau: 2,
      name: '不动产比对结果.txt',
      persons: applicants.filter(({ apply_id }) => apply_id % 14 === 0),
      lineOf: titleLine,
      before: 4,
    },
  ]
  for (const { bureau, name, persons, lineOf, before } of files) {
    const rows = persons.map(lineOf)
    const sha256 = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    const at = calendar.instantOf(today - before, 10 * 60)
    const { comparison_id } = await compareFile(
      { tx, session: { userId: staff.guanjia, scope: null } },
      { bureau, as_of: calendar.dateOf(today - before - 5), project: null },
      { name, sha256, rows, hashes: persons.map(({ hash }) => hash) },
    )
    for (const table of ['comparison', 'doubt'])
      await sql`update ${sql.table(table)} set created_at = ${at}::bigint where comparison_id = ${comparison_id}`.execute(tx)
  }
  await decideSome(tx, today, staff)
}

const decideSome = async (tx: Tx, today: Day, { admin, guanjia }: Staff): Promise<void> => {
  const decided_at = calendar.instantOf(today - 2, 15 * 60)
  await sql`
    update doubt set status = case doubt_id % 5 when 0 then ${inState(doubt, 'dismissed')} when 1 then ${inState(doubt, 'upheld')}
        when 2 then ${inState(doubt, 'visiting')} when 3 then ${inState(doubt, 'visited')} else ${inState(doubt, 'open')} end,
      reason = case doubt_id % 5 when 0 then '上月已离职，退工单已核' when 1 then '本人承认少报' end,
      decided_by = case when doubt_id % 5 < 2 then ${admin}::integer end, decided_at = case when doubt_id % 5 < 2 then ${decided_at}::bigint end
  `.execute(tx)
  await sql`
    insert into home_visit (apply_id, doubt_id, visitor, planned_date, address, status, visited_on, met, result, p_id, created_by)
    select apply_id, doubt_id, ${guanjia}::integer, ${calendar.dateOf(today)}::date + (doubt_id % 4)::integer - case when status = ${inState(doubt, 'visited')} then 5 else 1 end,
      '宝山区长江路 ' || apply_id || ' 弄 6 号', case when status = ${inState(doubt, 'visited')} then ${inState(homeVisit, 'done')} else ${inState(homeVisit, 'planned')} end,
      case when status = ${inState(doubt, 'visited')} then ${calendar.dateOf(today - 1)}::date end,
      case when status = ${inState(doubt, 'visited')} then '本人' end,
      case when status = ${inState(doubt, 'visited')} then '家中三口人同住，与申报一致；收入以单位证明为准' end, p_id, ${guanjia}::integer
    from doubt where status in (${inState(doubt, 'visiting')}, ${inState(doubt, 'visited')}) order by doubt_id
  `.execute(tx)
}
