import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { wordsOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import material from '../../../src/resources/application/material.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import doubt from '../../../src/resources/comparison/doubt.ts'
import contract from '../../../src/resources/contract/contract.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { doubtRules } from '../../../src/schemas/comparison/comparison.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'
import { type Household, judge, type Limits, type Verdict } from './rules/eligible.ts'

const card = sql.id(hashName('card'))

/** What stands in the way of an application, if anything does. */
export interface Judged {
  key: number
  verdicts: Verdict[]
  /** Other households, or contracts, in which someone of this one is: one household, one scheme (domain.md). */
  duplicates: string[]
  missing: string[]
  /** What other bureaus' files say against it, and is not dismissed. */
  doubts: string[]
}

/** Something that is said of an application. */
interface Found {
  key: number
  says: string
}

/**
 * Where else the cards of a household are: in open applications and the queue, as applicant or member; in households that rent, whose contract, or what went
 * on from it, holds a room; in contracts of their own; with a tenant who has entered them; and in the rooms that companies rent. The household's own contract is none of these.
 * A card of an entry that was merged into another is of the one that stayed.
 */
const duplicatesOf = async (db: Queryable, keys: readonly number[]): Promise<(Found & { rents: boolean })[]> => {
  const { rows } = await sql<Found & { rents: boolean }>`
    with recursive mine as (
      select q.apply_id as key, q.${card} as hash, q.custom_name as name from qualification q where q.apply_id = any(${keyList(keys)})
      union select m.apply_id, m.${card}, m.name from member m where m.apply_id = any(${keyList(keys)})
    ),
    others as (
      select q.apply_id, q.${card} as hash, q.custom_name from qualification q join mine on mine.hash = q.${card}
      union select m.apply_id, m.${card}, q.custom_name from member m join mine on mine.hash = m.${card} join qualification q on q.apply_id = m.apply_id
    ),
    rented as (
      select w.apply_id, c.contract_id, c.sn, c.status, c.custom_id
      from waiting w join contract c on c.wait_id = w.wait_id where w.apply_id in (select apply_id from others)
      union select r.apply_id, c.contract_id, c.sn, c.status, c.custom_id from rented r join contract c on c.former_id = r.contract_id
    )
    select mine.key, format('%s 也在 %s 的申请里（%s）', mine.name, o.custom_name, to_char(to_timestamp(q.created_at), 'YYYY-MM-DD')) as says, false as rents
    from mine join others o on o.hash = mine.hash and o.apply_id <> mine.key join qualification q on q.apply_id = o.apply_id
    left join waiting w on w.apply_id = q.apply_id
    where q.status in (${inSet(qualification, 'open')})
      or (q.status = ${inState(qualification, 'queued')} and w.status in (${inState(waiting, 'queued')}, ${inSet(waiting, 'holdsRoom')}))
    union
    select mine.key, format('%s 所在的家庭已有合同 %s', mine.name, r.sn), true
    from mine join others o on o.hash = mine.hash and o.apply_id <> mine.key
    join rented r on r.apply_id = o.apply_id and r.status in (${inSet(contract, 'holdsRoom')})
    where not exists (select from lessee l where coalesce(l.merged_into, l.custom_id) = r.custom_id and l.${card} = mine.hash)
    union
    select mine.key, format('%s 已有合同 %s', mine.name, c.sn), true
    from mine join lessee l on l.${card} = mine.hash join contract c on c.custom_id = coalesce(l.merged_into, l.custom_id) and c.status in (${inSet(contract, 'holdsRoom')})
    where not exists (select from rented r where r.apply_id = mine.key and r.contract_id = c.contract_id)
    union
    select mine.key, format('%s 登记为租客 %s 的家人，其有合同 %s', mine.name, l.name, c.sn), true
    from mine join kin k on k.${card} = mine.hash join lessee l on l.custom_id = k.custom_id
    join contract c on c.custom_id = k.custom_id and c.status in (${inSet(contract, 'holdsRoom')})
    where not exists (select from rented r where r.apply_id = mine.key and r.contract_id = c.contract_id)
    union
    select mine.key, format('%s 住在整租合同 %s 的房间里', mine.name, c.sn), true
    from mine join lessee l on l.${card} = mine.hash join occupant u on u.custom_id = coalesce(l.merged_into, l.custom_id) and u.status = ${inState(occupant, 'living')}
    join contract c on c.contract_id = u.contract_id and c.status in (${inSet(contract, 'holdsRoom')})
    order by 1, 2
  `.execute(db)
  return rows
}

/** Whether somebody of a household rents already, otherwise than by this application. */
export const rentsElsewhere = async (db: Queryable, apply_id: number): Promise<boolean> =>
  (await duplicatesOf(db, [apply_id])).some(({ rents }) => rents)

/** Required papers that are neither there nor put off. */
const missingOf = async (db: Queryable, keys: readonly number[]): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select apply_id as key, name as says from material
    where apply_id = any(${keyList(keys)}) and need = 1
      and (status in (${inSet(material, 'missing')}) or (status = ${inState(material, 'handed')} and expires_on < current_date))
    order by material_id
  `.execute(db)
  return rows
}

/** Gives the doubts that other bureaus' files raise of applications, unless they were dismissed: one query, however many they are. */
export const doubtsOf = async (db: Queryable, keys: readonly number[]): Promise<(Found & { name: string })[]> => {
  const { rows } = await sql<Row<'doubt', 'rule' | 'status' | 'declared' | 'found'> & { key: number }>`
    select apply_id as key, rule, status, declared, found from doubt
    where apply_id = any(${keyList(keys)}) and status in (${inSet(doubt, 'standing')}) order by doubt_id
  `.execute(db)
  const states = wordsOf(doubt)
  return rows.map(({ key, rule, status, declared, found }) => {
    const name = `${doubtRules[rule as keyof typeof doubtRules]}（${states[status]}）`
    return { key, name, says: `${name}：申报${declared}，${found}` }
  })
}

/** Gives what was found of one of them, in words. */
export const saidOf = (found: readonly Found[], of: number): string[] => found.filter(({ key }) => key === of).map(({ says }) => says)

type Asked = Household & { key: number; rule_version: number | null }

/** The limits by which some applications are judged, by the version kept with them when they were decided; by null those in force, or of the version that is given. */
const limitsOf = async (db: Queryable, rows: readonly Asked[], version?: number): Promise<ReadonlyMap<number | null, Limits>> => {
  const found = new Map<number | null, Limits>()
  for (const { rule_version } of rows)
    if (!found.has(rule_version)) found.set(rule_version, (await readSetting(db, applicationSetting, rule_version ?? version)) as Limits)
  return found
}

/**
 * Gives what is judged of applications: of one that is decided by the rules that it was decided by, of others by those in force, or of the version that is
 * given. Four queries, and one for each version, however many they are.
 */
export const judgedOf = async (db: Queryable, keys: readonly number[], version?: number): Promise<Judged[]> => {
  const { rows } = await sql<Asked>`
    select apply_id as key, nature, family_size, income, housing_area::float8 as housing_area, rule_version
    from qualification where apply_id = any(${keyList(keys)})
  `.execute(db)
  const limits = await limitsOf(db, rows, version)
  const [duplicates, missing, doubts] = [await duplicatesOf(db, keys), await missingOf(db, keys), await doubtsOf(db, keys)]
  return rows.map(({ key, rule_version, ...household }) => {
    const own = limits.get(rule_version)
    return {
      key,
      verdicts: own ? judge(household, own) : [],
      duplicates: saidOf(duplicates, key),
      missing: saidOf(missing, key),
      doubts: saidOf(doubts, key),
    }
  })
}

/** Gives what stands in the way of an application, in words; none where nothing does. */
export const objectionsTo = ({ verdicts, duplicates, missing, doubts }: Judged): string[] => [
  ...verdicts.flatMap(({ fits, says }) => (fits ? [] : [says])),
  ...duplicates,
  ...(missing.length > 0 ? [`缺材料：${missing.join('、')}`] : []),
  ...doubts.map((says) => `疑点：${says}`),
]

/** Gives what is judged of one application, as the dialog shows it. 404 where it is out of scope. */
export const previewJudging = async (
  { tx, session }: { tx: Tx; session: { scope: readonly number[] | null } },
  { apply_id }: { apply_id: number },
): Promise<Preview> => {
  const { rows } = await sql<{
    p_id: number
  }>`select p_id from ${sql.table(resourceNamed('qualification').table)} where apply_id = ${apply_id}`.execute(tx)
  if (!rows[0] || (session.scope && !session.scope.includes(rows[0].p_id))) throw new CallError(404)
  const [judged] = await judgedOf(tx, [apply_id])
  if (!judged) throw new CallError(404)
  const objections = objectionsTo(judged)
  return {
    facts: [
      ...judged.verdicts.map(({ fits, says }) => ({ label: fits ? '符合' : '不符合', value: says })),
      ...judged.duplicates.map((says) => ({ label: '重复', value: says })),
      ...judged.doubts.map((says) => ({ label: '疑点', value: says })),
      ...(judged.missing.length > 0 ? [{ label: '缺材料', value: judged.missing.join('、') }] : []),
    ],
    said: objections.length === 0 ? '都符合，材料齐全，没有重复和疑点' : '有不符合的：通过须写明例外理由',
  }
}
