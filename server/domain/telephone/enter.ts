import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { DoorAbout } from '../../../src/schemas/link/door.ts'
import { makeLink } from '../../caller/links/makeLink.ts'
import { countTry, waitOf } from '../../caller/links/tries.ts'
import type { Context } from '../../calls/defineCall.ts'
import { moveBySystem } from '../../calls/transition.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readNumbers } from '../../store/sealing/numbers.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { digitsGone, endDigits, sendDigits, takeDigits } from '../link/index.ts'
import { operatorName } from '../system/index.ts'
import { beginStanding, type Door, type DoorSetting, holdStanding, keepLonger, keptUntil } from './door.ts'

/** A link is for one telephone and some days; whoever comes later, or with another, shows again whose the number is. */
const LINK_SECONDS = 7 * 86_400
const DAY = 86_400

/** What an address may ask for: people share the network of the counter, or of their house. */
const AN_ADDRESS = { tries: 60, seconds: 900 }

const aboutOf = ({ resource }: Door, id: number): string => `${resource}.${id}`

/** Gives the setting of a door; throws 409 where the operator lets nobody in by telephone. */
const inForce = async (db: Queryable, door: Door): Promise<DoorSetting> => {
  const setting = await door.setting(db)
  if (!setting.isOpen) throw new CallError(409, door.says.closed)
  return setting
}

/** Throws 409 where the operator lets nobody in by telephone. */
export const checkOpen = async (db: Queryable, door: Door): Promise<void> => {
  await inForce(db, door)
}

/** Gives what whoever scans the code sees first. */
export const about = async (db: Queryable, door: Door, p_id: number | undefined): Promise<DoorAbout> => {
  const { isOpen, notice } = await door.setting(db)
  const { rows } = await sql<{ name: string }>`select name from project where p_id = ${p_id ?? null}::integer`.execute(db)
  return { operator: await operatorName(db), isOpen, notice, project: rows[0]?.name ?? '' }
}

/** Throws 429 where an address has asked too often, and counts that it asks again. */
export const admitAsking =
  ({ name }: Door) =>
  async ({ db, address }: Pick<Context, 'db' | 'address'>): Promise<void> => {
    const key = `${name}:${address}`
    const seconds = await waitOf(db, key, AN_ADDRESS)
    if (seconds > 0) throw new CallError(429, `获取验证码太频繁，请 ${Math.ceil(seconds / 60)} 分钟后再试`, { seconds })
    await countTry(db, key, address)
  }

/**
 * Sends digits to a telephone that wants in; one that the door does not reach is sent none, and is answered alike. Throws as `sendDigits` does, and 429 where as many
 * have been sent today as the operator pays for: what is counted is what is sent.
 */
export const sendCode = async (
  { tx, config, now, address }: Pick<Context, 'tx' | 'config' | 'now' | 'address'>,
  door: Door,
  phone: string,
): Promise<{ seconds: number }> => {
  const { messages } = await inForce(tx, door)
  const { name, resource, says } = door
  const seconds = await waitOf(tx, name, { tries: messages, seconds: DAY })
  if (seconds > 0) throw new CallError(429, says.spent, { seconds })
  const id = await beginStanding(tx, door, phone, now)
  const isReached = (await door.reaches?.(tx, sealerOf(tx).hash('phone', phone))) ?? true
  if (isReached) await countTry(tx, name, address)
  return sendDigits(tx, config, {
    about: aboutOf(door, id),
    type: `${name}.check`,
    title: says.title,
    says: says.digits,
    data: { resource, [resourceNamed(resource).key]: id },
    tooOften: says.tooOften,
    isSilent: !isReached,
    ...{ resource, recordId: id, dials: 'phone', now },
  })
}

/**
 * Takes a try at the digits that were sent to a telephone, and gives the record that it goes on with; null where none are good any more, which is no fault of who
 * sends the same request again. Throws 400 where they are others.
 */
export const takeCode = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  door: Door,
  { phone, sms }: { phone: string; sms: string },
): Promise<number | null> => {
  await inForce(db, door)
  const id = await door.find(db, sealerOf(db).hash('phone', phone))
  return id !== undefined && (await takeDigits(db, config, aboutOf(door, id), sms)) ? id : null
}

/** Gives a link by which a telephone goes on with its record, in place of one that was open. Throws 400 where no digits have shown whose it is. */
export const start = async (
  { tx, now, prepared: id }: Pick<Context<null, number | null>, 'tx' | 'now' | 'prepared'>,
  door: Door,
  { phone, p_id }: { phone: string; p_id?: number },
): Promise<{ code: string }> => {
  if (id === null) throw digitsGone()
  const standing = await holdStanding(tx, door, id)
  await endDigits(tx, [aboutOf(door, id)])
  const resource = resourceNamed(door.resource)
  let { p_id: belongs } = standing
  if (resource.states && standing.status === codeOf({ states: resource.states }, 'unproven')) {
    const values = await door.values(tx, sealerOf(tx).hash('phone', phone), p_id)
    const acting = { tx, session: { userId: null, scope: null }, now }
    await moveBySystem(acting, door.resource, 'prove', [id], { keep_until: keptUntil(now), ...values })
    belongs = (values.p_id as number | null | undefined) ?? belongs
  } else await keepLonger(tx, door, id, now)
  const bound = { resource: door.resource, record_id: id, p_id: belongs, holder: `${door.holder} ${standing.phone}` }
  const { code } = await makeLink(tx, { ...bound, purpose: door.purpose, way: 2, seconds: LINK_SECONDS, userId: null })
  return { code }
}

/** Gives the number that a telephone's record is of, in full. */
export const numberOf = async (db: Queryable, { resource }: Door, id: number): Promise<string | null> =>
  (await readNumbers(db, resourceNamed(resource), id, null))?.numbers.phone ?? null
