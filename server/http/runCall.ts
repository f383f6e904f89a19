import { isEqual } from 'es-toolkit'
import { CallError } from '../../src/core/errors.ts'
import { declaredVersion } from '../../src/declared/declared.ts'
import { constantsOf } from '../../src/derive/forms/activeForm.ts'
import { coerceParams } from '../../src/derive/forms/coerce.ts'
import { activeValues, validateForm } from '../../src/derive/forms/validateForm.ts'
import { withNamesOfNow } from '../../src/derive/namesOfNow.ts'
import { UNSIGNED_PATHS } from '../../src/protocol/envelope.ts'
import { type Link, viaLink } from '../caller/links/link.ts'
import { permitLink } from '../caller/links/permitLink.ts'
import type { Session } from '../caller/session.ts'
import { type Browser, type Call, type Context, isForAnyone, isFromPhone } from '../calls/defineCall.ts'
import { codesOf, registry } from '../calls/registry.ts'
import { readingAs } from '../calls/weights.ts'
import type { Config } from '../config.ts'
import { findSession, hasSeen, noteWrite } from '../domain/account/sessions.ts'
import { refreshDeclared } from '../domain/screen/index.ts'
import type { Upload } from '../files/upload.ts'
import { tellTrace } from '../load/trace.ts'
import type { Database, Queryable, Tx } from '../store/connection/database.ts'
import { byReplica, NotSeen } from '../store/connection/replicas.ts'
import { type Actor, inTransaction, reading } from '../store/connection/transaction.ts'
import { isOutdated, isReadOnly, readableProblem } from '../store/writing/problems.ts'
import { checkSign } from './request/checkSign.ts'
import { identityOf, once } from './request/replay.ts'
import { NotPermitted } from './securityLog.ts'

/** What a call arrives with. */
export interface Arrival {
  params: Readonly<Record<string, unknown>>
  file: Upload | null
  address: string
  browser: Browser
}

/** What every call runs on. */
export interface Ground {
  db: Database
  config: Config
}

const PROTOCOL = new Set(['token', 'sign', 'stime', 'request_id', 'file'])

const withoutProtocol = (params: Params): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !PROTOCOL.has(name)))

type Params = Readonly<Record<string, unknown>>

const sessionFor = async (call: Call, { token }: Params, db: Database) => {
  if (isFromPhone(call.can)) return null
  const found = typeof token === 'string' && token !== '' ? await findSession(db, token, ...codesOf(call)) : null
  if (call.can === 'public') return found
  if (!found) throw new CallError(302)
  if (call.can !== 'session' && !found.isPermitted) throw new NotPermitted(call.label, found.userId)
  return found
}

/** The link by which a call comes that a link permits; null for any other. Throws 400 where it names none, and as permitLink. */
const linkFor = async (call: Call, { params, address, browser }: Arrival, db: Database): Promise<Link | null> => {
  if (call.can !== 'link' || !call.link) return null
  const { code } = params
  if (typeof code !== 'string' || code === '') throw new CallError(400, '请从短信里的链接打开', { field: 'code' })
  const { purpose, opens = false, after = false } = call.link
  return permitLink(db, { code, address, browser, purpose, opens, isAfter: after, path: call.path, label: call.label })
}

/** The call as it is declared now, which may be another than a moment ago; 404 where it is no more. */
const current = (call: Call): Call => {
  const now = registry().get(call.path)
  if (!now) throw new CallError(404, '这个页面已下线')
  return now
}

/** Who calls, and the call as it is declared at this moment on every node. */
const arrive = async (call: Call, params: Params, db: Database): Promise<{ call: Call; session: Session | null }> => {
  const session = await sessionFor(call, params, db)
  if (!session || session.declaredAt === declaredVersion()) return { call, session }
  await refreshDeclared(db)
  const now = current(call)
  return isEqual(codesOf(now), codesOf(call)) ? { call: now, session } : { call: now, session: await sessionFor(now, params, db) }
}

const VIEWING = '正在以角色查看，只能看，不能修改'

/** The rule that a session which looks as another role changes nothing; where a call does not say that it writes, the store refuses. */
const checkView = (call: Call, session: Session | null): boolean => {
  if (session === null || session.asRole === null || isForAnyone(call.can) || call.leaves) return false
  if (call.writes) throw new CallError(403, VIEWING)
  return true
}

const validParams = (call: Call, params: Params): Record<string, unknown> => {
  const typed = { ...constantsOf(call.params), ...coerceParams(call.params, withNamesOfNow(call, withoutProtocol(params))) }
  const [broken] = validateForm(call.params, typed)
  if (broken) throw new CallError(400, broken.message, { field: broken.field, rule: broken.rule })
  return activeValues(call.params, typed)
}

type ContextOn = (tx: Tx, pool?: Database, rights?: Database) => Context<Session | null>

const weightOf = ({ weight }: Call, params: Params) => (typeof weight === 'function' ? weight(params) : weight)

/** What a replica gives that has all that this session wrote; null where none does. */
const readNear = (call: Call, params: Params, session: Session, db: Database, contextOn: ContextOn): Promise<{ given: unknown } | null> =>
  byReplica(db, (replica) => {
    const weight = weightOf(call, params)
    const inside = async (tx: Tx): Promise<unknown> => {
      if (!(await hasSeen(tx, session))) throw new NotSeen()
      return call.handle(contextOn(tx, db, db), params)
    }
    return weight ? readingAs(replica, weight, inside) : reading(replica, inside)
  })

/** A read on the pool; in a transaction only where it must not write, or is of a class. */
const read = (call: Call, params: Params, isView: boolean, db: Database, contextOn: ContextOn): Promise<unknown> => {
  const weight = weightOf(call, params)
  const inside = (tx: Tx) => call.handle(contextOn(tx, isView ? tx : db), params)
  if (!weight && !isView) return call.handle(contextOn(db as Tx), params)
  return (weight ? readingAs(db, weight, inside) : reading(db, inside)).catch((error: unknown) => {
    throw isReadOnly(error) ? new CallError(403, VIEWING) : error
  })
}

/** Who acts before it is known who they are, as 操作日志 names them. */
const VISITOR = '访客（手机）'

const actorOf = ({ path, label, can }: Call, session: Session | null, link: Link | null, address: string): Actor | null => {
  if (link) return { userId: null, path, label, address, via: viaLink(link) }
  if (can === 'visitor') return { userId: null, path, label, address, via: VISITOR }
  return session && { userId: session.userId, path, label, address }
}

/** Does a call whose caller and sign are known: permission has been asked, its rules are checked here. */
const work = async (call: Call, session: Session | null, arrival: Arrival, { db, config }: Ground, now: number): Promise<unknown> => {
  const link = await linkFor(call, arrival, db)
  const isView = checkView(call, session)
  const { file, address, browser } = arrival
  await call.admit?.({ db, session, address, browser })
  const params = validParams(call, arrival.params)
  const prepared = await call.prepare?.({ db, config, file, link, params })
  const contextOn = (tx: Tx, pool: Database = db, rights?: Database) => ({
    ...(rights ? { rights } : {}),
    ...{ tx, db: pool, session, config, address, browser, now, file, prepared, link },
  })
  if (call.writes === undefined || isView) {
    const near = call.replica && session && !isView ? await readNear(call, params, session, db, contextOn) : null
    const given = near ? near.given : await read(call, params, isView, db, contextOn)
    return call.present ? call.present(given, { db, config }) : given
  }
  // A store of the operator's own may have replicas, which other nodes may read.
  const note = async (at: Queryable): Promise<void> => (session && config.databaseUrl ? noteWrite(at, session) : undefined)
  if (call.writes === 'itself') {
    const given = await call.handle(contextOn(db as Tx), params)
    await note(db)
    return given
  }
  // An unsigned write with no request_id (logout) has nothing to tell two of it apart, and doing it twice does no harm.
  const isRepeatable = (UNSIGNED_PATHS.has(call.path) || isFromPhone(call.can)) && typeof arrival.params.request_id !== 'string'
  const identity = identityOf(call.path, link ? { ...arrival.params, token: arrival.params.code } : arrival.params, file)
  const actor = actorOf(call, session, link, address)
  const given = await inTransaction(db, actor, async (tx) => {
    const doing = () => call.handle(contextOn(tx), params)
    const done = await (isRepeatable ? doing() : once(tx, identity, doing))
    await note(tx)
    return done
  })
  return call.present ? call.present(given, { db, config }) : given
}

/** Throws why whoever sends these params may not send a file along: sign, session, permission, link, or that the call takes none. */
export const maySendFile = async (asked: Call, arrival: Arrival, { db, config }: Ground): Promise<void> => {
  const { params } = arrival
  if (!isFromPhone(asked.can)) checkSign(asked.path, params, config.signKey, Math.floor(Date.now() / 1000))
  const { call } = await arrive(asked, params, db)
  await linkFor(call, arrival, db)
  if (!call.takesFile) throw new CallError(400, '这个接口不收文件', { field: 'file' })
}

/**
 * Runs one call: sign, session, permission, rules, then its work; a write as one transaction and once only. Gives the answer's data;
 * throws CallError for every refusal, and anything else for our own faults.
 */
export const runCall = async (asked: Call, arrival: Arrival, ground: Ground): Promise<unknown> => {
  const { db, config } = ground
  const now = Math.floor(Date.now() / 1000)
  // A link's code is the proof itself, and a tenant's phone may have any clock.
  if (!isFromPhone(asked.can)) checkSign(asked.path, arrival.params, config.signKey, now)
  const { call, session } = await arrive(asked, arrival.params, db)
  if (session) tellTrace({ 'enduser.id': String(session.userId) })
  try {
    return await work(call, session, arrival, ground, now)
  } catch (error) {
    if (!isOutdated(error)) throw readableProblem(error)
    // What is declared changed between the question of the session and the work: nothing was written, so it is done anew as it is now.
    await refreshDeclared(db)
    return work(current(call), session, arrival, ground, now).catch((again: unknown) => {
      throw readableProblem(again)
    })
  }
}
