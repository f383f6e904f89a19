import { sql } from 'kysely'
import { checkChange } from '../../../src/core/check/checkChange.ts'
import type { Problem } from '../../../src/core/check/shape.ts'
import { CallError } from '../../../src/core/errors.ts'
import { groupKeys, type Resource } from '../../../src/core/resource.ts'
import { completedAmong, fileResources, pages, resources } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { screensOf } from '../../../src/derive/menu.ts'
import screen from '../../../src/resources/screen/screen.ts'
import type { Context } from '../../calls/defineCall.ts'
import { bringIndexes, bringSealed, bringTable, bringTriggers, bringUnique } from '../../store/bringUp/bringUp.ts'
import { bringPastBack } from '../../store/bringUp/past.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { inState } from '../../store/reading/states.ts'
import { followMerged } from '../../store/writing/mergeRows.ts'
import { isBusy } from '../../store/writing/problems.ts'
import { canGiveKey, ownRights } from '../account/index.ts'
import { holdDeclared, problemsOf, refreshDeclared, refuseBreaking } from './declared.ts'
import { beginStates, emptiesOf, fill, fillsOf } from './empties.ts'
import { holdAsked } from './namedBySteps.ts'
import { refuseStanding } from './standing.ts'

/** A screen as its row says, with its draft and what is published. */
export interface ScreenRow {
  screen_id: number
  name: string
  label: string
  state: number
  no: number | null
  version: number
  draft: Resource
  published: Resource | null
}

/** Gives a screen; 404 where there is none. `lock` keeps others from changing it until the transaction ends. */
export const readScreen = async (tx: Tx, id: number, lock = false): Promise<ScreenRow> => {
  const { rows } = await sql<ScreenRow>`
    select s.screen_id, s.name, s.label, s.state, s.no, s.version, s.draft,
      (select v.declaration from screen_version v where v.screen_id = s.screen_id and v.no = s.no) as published
    from screen s where s.screen_id = ${id} ${sql.raw(lock ? 'for update of s' : '')}
  `.execute(tx)
  if (!rows[0]) throw new CallError(404)
  return rows[0]
}

/** Gives every mistake of a screen's draft, with what it may not change of the published version. */
export const draftProblems = async (tx: Tx, screen: Pick<ScreenRow, 'name' | 'published'>, draft: unknown): Promise<Problem[]> => {
  const found = await problemsOf(tx, draft)
  const name = (draft as Partial<Resource> | null)?.name
  if (found.length === 0 && screen.published) return checkChange(screen.published, draft as Resource)
  if (found.length === 0 && name !== screen.name) return [{ id: 'R212', at: 'name', message: `这个页面的代码是 '${screen.name}'，不能改` }]
  return found
}

export const fieldsOf = (declaration: Resource): number => Object.values(declaration.columns).filter(({ retired }) => !retired).length

/** Says that what is declared has changed: every node learns of it at its next call, every browser by /events. */
export const announceChange = async (tx: Tx): Promise<void> => {
  await sql`update declared_version set at = at + 1`.execute(tx)
  await sql`select pg_notify('anju_declared', '')`.execute(tx)
}

/** Whoever may do everything is to find the new page in the menu, and so the group in which it stands. */
const openToAdministrators = async (tx: Tx, { access, menu }: Resource): Promise<void> => {
  for (const key of [access, groupKeys[menu?.group ?? '']].filter((one) => typeof one === 'string'))
    await sql`update role set access = access || ${key}::text where '*' = any(permission) and not ${key}::text = any(access)`.execute(tx)
}

const refuse = ([first, ...rest]: readonly Problem[]): void => {
  if (!first) return
  const more = rest.length > 0 ? `（共 ${rest.length + 1} 处）` : ''
  throw new CallError(400, `${first.at || '声明'}：${first.message}${more}`, { field: first.at, problems: [first, ...rest] })
}

const targets = () => new Map(resources.filter(({ isStored }) => isStored).map((resource) => [resource.name, resource]))

/** A key that opens other screens, or that roles hold already, is given only by who holds it. */
const mustGiveKey = async (tx: Tx, session: Context['session'], { name, access }: Resource): Promise<void> => {
  if (!access || canGiveKey(await ownRights(tx, session), access)) return
  const { rows } = await sql`select from role where ${access} = any(access) limit 1`.execute(tx)
  const opens = screensOf(resources, pages).some((screen) => screen.id !== name && screen.access.includes(access))
  if (rows.length > 0 || opens) throw new CallError(403, `不能使用自己没有的页面权限 ${access}`, { field: 'access' })
}

interface Publication {
  screenId: number
  /** The version of the row that the caller saw; others may not have changed it since. */
  version: number | undefined
  note: string
  /** What is to be published: the draft, unless something else is named. */
  declaration?(screen: ScreenRow, tx: Tx): Promise<Resource>
  /** What required fields are filled with in the records that leave them empty, as JSON (./empties.ts). */
  fills?: string | undefined
}

/** Gives what the dialog that publishes a screen's draft asks of records that leave required fields empty; nothing where it cannot be published. */
export const readEmpties = async ({ db, session }: Context, screenId: number): ReturnType<typeof emptiesOf> => {
  await refreshDeclared(db)
  const seen = await readScreen(db as Tx, screenId)
  if ((await draftProblems(db as Tx, seen, seen.draft)).length > 0) return { properties: {} }
  return emptiesOf(db, { next: seen.draft, published: seen.published }, session)
}

const BUSY = '页面的数据正被长时间占用，请稍后再发布'

/**
 * Publishes a screen: checks it, brings its table up to it while people go on working, keeps the version, and puts it in force on every
 * node. Throws 400 with every mistake and its place, 409 where someone else changed it meanwhile or rows break a new rule.
 */
export const publish = async (context: Context, { screenId, version, note, declaration, fills }: Publication): Promise<{ no: number }> => {
  const { db, session, address } = context
  await refreshDeclared(db)
  const actor = { userId: session.userId, path: '/api/screen/publish', label: '发布页面', address }
  const seen = await readScreen(db as Tx, screenId)
  const next = declaration ? await declaration(seen, db as Tx) : seen.draft
  refuse(await draftProblems(db as Tx, seen, next))
  if (seen.published?.access !== next.access) await mustGiveKey(db as Tx, session, next)
  const following = { next, published: seen.published }
  const resource = completedAmong(next)
  const values = fillsOf(following, fills)
  if (seen.published) await bringUnique(db, resource)
  const no = await inTransaction(db, actor, async (tx) => {
    await sql`set local lock_timeout = '4s'`.execute(tx)
    const held = await readScreen(tx, screenId, true)
    if (held.version !== (version ?? seen.version)) throw new CallError(409)
    // While indexes were made, another page may have gone, or come, beside which this one cannot stand.
    await holdDeclared(tx)
    refuse(await draftProblems(tx, held, next))
    await refuseBreaking(tx, next.name, next)
    await holdAsked(tx, next)
    await refuseStanding(tx, held.published, next)
    await bringTable(tx, resource, new Map([...targets(), [resource.name, resource]]))
    await followMerged(tx, resource, targets())
    await fill(tx, following, resource, values, session)
    await beginStates(tx, following, resource)
    const { rows } = await sql<Row<'screen_version', 'no'>>`
      insert into screen_version (screen_id, no, note, declaration, editor, created_by)
      select ${screenId}::integer, coalesce(max(no), 0) + 1, ${note}, ${JSON.stringify(next)}::json, ${session.userId}::integer, ${session.userId}::integer
      from screen_version where screen_id = ${screenId} returning no
    `.execute(tx)
    const made = rows[0]?.no ?? 0
    await sql`
      update screen set state = ${inState(screen, 'published')}, no = ${made}, label = ${next.label}, draft = ${JSON.stringify(next)}::json, fields = ${fieldsOf(next)}::integer,
        editor = ${session.userId}::integer, version = version + 1, updated_at = epoch_now() where screen_id = ${screenId}
    `.execute(tx)
    await openToAdministrators(tx, next)
    await announceChange(tx)
    return made
  }).catch((error: unknown) => {
    throw isBusy(error) ? new CallError(409, BUSY) : error
  })
  await refreshDeclared(db)
  // It is published. An index that could not be made now (a node stopped, another publication) is made at the next publication or start.
  await bringIndexes(db, resource).catch(() => {})
  return { no }
}

/** Brings the table of a screen up to what this code makes of its declaration: nothing to do is three short queries. */
const bringUp = async (tx: Tx, resource: CompleteResource): Promise<void> => {
  await bringSealed(tx, resource)
  await bringTriggers(tx, resource, new Map([...targets(), [resource.name, resource]]))
  await bringPastBack(tx, resource)
}

/** The same of a screen that comes back: nobody looked after its table while it was withdrawn. */
export const bringBack = async (tx: Tx, published: Resource): Promise<void> => {
  const resource = completedAmong(published)
  await bringUp(tx, resource)
  await followMerged(tx, resource, targets())
}

/**
 * Completes what a node that died left undone, and what a newer code makes of the same declaration: triggers, past and indexes of
 * published screens. Nothing to do is four short queries a screen. One that cannot be finished keeps none of the others from it; its error is thrown at the end.
 */
export const finishScreens = async (db: Context['db']): Promise<void> => {
  await refreshDeclared(db)
  const errors: unknown[] = []
  for (const resource of resources.slice(fileResources.length))
    try {
      await db.transaction().execute((tx) => bringUp(tx, resource))
      await bringIndexes(db, resource)
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}
