import { CallError } from '../../src/core/errors.ts'
import { coerceParams } from '../../src/derive/coerce.ts'
import { activeValues, validateForm } from '../../src/derive/validateForm.ts'
import { UNSIGNED_PATHS } from '../../src/protocol/envelope.ts'
import type { Call, Session, Upload } from '../calls/defineCall.ts'
import { codeOf } from '../calls/registry.ts'
import type { Config } from '../config.ts'
import { findSession } from '../domain/account/sessions.ts'
import type { Database, Tx } from '../store/database.ts'
import { readableProblem } from '../store/problems.ts'
import { inTransaction, reading } from '../store/transaction.ts'
import { checkSign } from './checkSign.ts'
import { once, replayKey } from './replay.ts'

/** What a call arrives with. */
export interface Arrival {
  params: Readonly<Record<string, unknown>>
  file: Upload | null
  address: string
}

/** What every call runs on. */
export interface Ground {
  db: Database
  config: Config
}

const PROTOCOL = new Set(['token', 'sign', 'stime', 'request_id', 'file'])

const withoutProtocol = (params: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !PROTOCOL.has(name)))

const sessionFor = async (call: Call, params: Readonly<Record<string, unknown>>, db: Database): Promise<Session | null> => {
  const { token } = params
  const found = typeof token === 'string' && token !== '' ? await findSession(db, token, codeOf(call) ?? '') : null
  if (call.can === 'public') return found
  if (!found) throw new CallError(302)
  if (call.can !== 'session' && !found.isPermitted) throw new CallError(403, `没有权限：${call.label}`)
  return found
}

const VIEWING = '正在以角色查看，只能看，不能修改'

/** The rule that a session which looks as another role changes nothing; where a call does not say that it writes, the store refuses. */
const checkView = (call: Call, session: Session | null): boolean => {
  if (session === null || session.asRole === null || call.can === 'public' || call.leaves) return false
  if (call.writes) throw new CallError(403, VIEWING)
  return true
}

const validParams = (call: Call, params: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const typed = coerceParams(call.params, withoutProtocol(params))
  const [broken] = validateForm(call.params, typed)
  if (broken) throw new CallError(400, broken.message, { field: broken.field, rule: broken.rule })
  return activeValues(call.params, typed)
}

/**
 * Runs one call: sign, session, permission, rules, then its work; a write as one transaction and once only. Gives the answer's data;
 * throws CallError for every refusal, and anything else for our own faults.
 */
export const runCall = async (call: Call, arrival: Arrival, { db, config }: Ground): Promise<unknown> => {
  const now = Math.floor(Date.now() / 1000)
  checkSign(call.path, arrival.params, config.signKey, now)
  const session = await sessionFor(call, arrival.params, db)
  const isView = checkView(call, session)
  const params = validParams(call, arrival.params)
  const contextOn = (tx: Tx, pool: Database = db) => ({ tx, db: pool, session, config, address: arrival.address, now, file: arrival.file })
  try {
    if (isView) return await reading(db, (tx) => call.handle(contextOn(tx, tx), params))
    if (call.writes !== true) return await call.handle(contextOn(db as Tx), params)
    const isolation = call.serializable ? 'serializable' : 'read committed'
    // An unsigned write with no request_id (logout) has nothing to tell two of it apart, and doing it twice does no harm.
    const isRepeatable = UNSIGNED_PATHS.has(call.path) && typeof arrival.params.request_id !== 'string'
    const key = replayKey(call.path, session, arrival.params, arrival.file)
    const actor = session && { userId: session.userId, path: call.path, label: call.label, address: arrival.address }
    return await inTransaction(db, isolation, actor, (tx) => {
      const work = () => call.handle(contextOn(tx), params)
      return isRepeatable ? work() : once(tx, key, work)
    })
  } catch (error) {
    throw readableProblem(error)
  }
}
