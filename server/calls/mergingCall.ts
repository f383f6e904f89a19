import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { Field } from '../../src/core/form.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { nounOf } from '../../src/derive/actions.ts'
import { form, id } from '../../src/derive/callParams.ts'
import { fenToYuan } from '../../src/protocol/fen.ts'
import type { Preview } from '../../src/protocol/preview.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'
import { allOf, scopeCondition } from '../store/reading/filters.ts'
import { logDeed } from '../store/writing/deeds.ts'
import { clashOf, namingsOf } from '../store/writing/mergeRows.ts'
import { readableAmong } from './counts.ts'
import { type Call, type Context, defineCall } from './defineCall.ts'
import type { Count } from './defineCount.ts'

/** Why two entries cannot be of one, in a sentence; null where they can. */
export type Conflict = (db: Queryable, one: number, other: number) => Promise<string | null>

/** What is told of a merge of two records of a resource before it is done. */
interface Merging {
  of: string
  /** The field of the dialog that names the one that stays. */
  field: Field
  /** The columns by which staff know one from another. */
  told: readonly string[]
  conflictOf: Conflict
  /** What of each is owed (`owed`, in fen), where it can owe something. */
  debts?: Count
}

type Side = Record<string, unknown>

/** The two, the one that goes first; 404 where one is not there in scope. */
const sidesOf = async ({ tx, session }: Context, { of, told }: Merging, keys: readonly number[]): Promise<Side[]> => {
  const resource = resourceNamed(of)
  const project = resource.scope ? sql`(select p.name from project p where p.p_id = ${sql.ref(`t.${resource.scope}`)})` : sql`null`
  const { rows } = await sql<Side>`
    select ${sql.ref(`t.${resource.key}`)} as key, ${sql.join(told.map((name) => sql.ref(`t.${name}`)))}, ${project} as project
    from ${sql.table(resource.table)} t where ${sql.ref(`t.${resource.key}`)} = any(${keys}::integer[]) and ${allOf(scopeCondition(resource, session.scope))}
  `.execute(tx)
  const sides = keys.map((key) => rows.find((row) => row.key === key))
  if (sides.includes(undefined)) throw new CallError(404)
  return sides as Side[]
}

const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

/** What a merge would do, as its dialog shows it: who goes and who stays, how much of each kind goes along, and what each owes. Of what the caller may not read only how many records there are. */
const previewMerging = async (context: Context, merging: Merging, keys: readonly [number, number]): Promise<Preview> => {
  const { tx, session } = context
  const [gone, kept] = (await sidesOf(context, merging, keys)) as [Side, Side]
  const told = (side: Side): string => [...merging.told.map((name) => side[name]), side.project].filter(Boolean).join(' · ')
  const namings = await namingsOf(tx, resourceNamed(merging.of), keys[0], session.scope)
  const bill = resourceNamed('bill')
  const mayRead = await readableAmong(context, [...namings.map(({ resource }) => resource), bill])
  const [known, other] = [namings.filter(({ resource }) => mayRead(resource)), namings.filter(({ resource }) => !mayRead(resource))]
  const rest = other.reduce((sum, { count }) => sum + count, 0)
  const debts = merging.debts && mayRead(bill) ? await merging.debts.rows(tx, keys, session.scope) : []
  const [mine, theirs] = keys.map((key) => Number(debts.find((debt) => debt.key === key)?.owed ?? 0)) as [number, number]
  return {
    facts: [
      { label: '不再使用', value: told(gone) },
      { label: '留下', value: told(kept) },
      ...known.map(({ resource, count }) => ({ label: nounOf(resource), value: `+${count}` })),
      ...(rest > 0 ? [{ label: '其他记录', value: `+${rest}` }] : []),
      ...(debts.length > 0 ? [{ label: '欠款', value: `${yuan(mine)} + ${yuan(theirs)} = ${yuan(mine + theirs)}` }] : []),
    ],
    said:
      (await merging.conflictOf(tx, ...keys)) ??
      (await clashOf(tx, resourceNamed(merging.of), ...keys)) ??
      (namings.some(({ unseen }) => unseen > 0)
        ? '有记录不在您负责的项目内，请由负责全部项目的人合并'
        : '以上记录都归留下的一条，没有一笔应收或已收会变'),
  }
}

/** Gives the call by which the dialog of a merge (`mergeFormOf`) tells what it would do, for whoever may merge. */
export const mergingCall = (merging: Merging): Call => {
  const resource = resourceNamed(merging.of)
  const { key, label } = resource
  return defineCall(
    {
      path: `/api/${merging.of}/merging`,
      label: '合并前后',
      group: label,
      can: `/api/${merging.of}/merge`,
      params: form<Readonly<Record<string, Field>>, readonly string[]>(
        '合并前后',
        { [key]: id(nounOf(resource)), merged_into: merging.field },
        [key, 'merged_into'],
      ),
    },
    (context: Context, params: Record<string, unknown>) =>
      previewMerging(context, merging, [params[key] as number, params.merged_into as number]),
  )
}

/** Throws 409, at the field that names the one that stays, where two entries cannot be of one. */
export const refuseConflict = async (tx: Tx, conflictOf: Conflict, one: number, other: number): Promise<void> => {
  const conflict = await conflictOf(tx, one, other)
  if (conflict) throw new CallError(409, conflict, { field: 'merged_into' })
}

/** Writes in the journal of the record that stays that another was merged into it. */
export const logKept = async (tx: Tx, of: string, key: number): Promise<void> => {
  const resource = resourceNamed(of)
  const { rows } = await sql<{ title: string; p_id: number | null }>`
    select ${sql.id(resource.title)} as title, ${resource.scope ? sql.id(resource.scope) : sql`null`} as p_id from ${sql.table(resource.table)} where ${sql.id(resource.key)} = ${key}
  `.execute(tx)
  await logDeed(tx, { resource, key, title: rows[0]?.title ?? '', p_id: rows[0]?.p_id ?? null })
}
