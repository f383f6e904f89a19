import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import lease from '../../../src/resources/lease/lease.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { act, moveBySystem } from '../../calls/transition.ts'
import type { Tx } from '../../store/connection/database.ts'
import { afterSigning, endSigning, settleSigned } from '../contract/index.ts'
import { textInForce } from '../template/index.ts'
import { occupants } from './occupants.ts'
import { checkGoingOn, checkRenewing, renewLease, roomsGoingOn } from './renewing.ts'
import { addRooms, checkNew, holdRooms, type LeasedRoom, roomsIn } from './rooms.ts'
import { leaseSignable } from './signable.ts'

type Held = RowOf<typeof lease> & { version: number }

/** 整租合同 (src/schemas/common.ts). */
const WHOLE = 2

const keysOf = (rooms: readonly { contract_id: number }[]): number[] => rooms.map(({ contract_id }) => contract_id)

/** Does what follows from signing a whole lease: what else it could be signed by ends, and its rooms are signed with it, the same day and in the same way. */
const signRooms = async (acting: Acting, { lease_id, signed_on, sign_way }: Held): Promise<{ lease_id: number; count: number }> => {
  const { tx } = acting
  await endSigning(acting, { resource: 'lease', record_id: lease_id }, '整租已签订')
  const rooms = await roomsIn(tx, lease_id, ['toSign'])
  await sql`
    update contract set signed_on = ${signed_on}::date, sign_way = ${sign_way}::smallint where contract_id = any(${keysOf(rooms)}::integer[])
  `.execute(tx)
  await moveBySystem(acting, 'contract', 'take', keysOf(rooms))
  for (const room of rooms) await afterSigning(acting, { ...room, wait_id: null })
  return { lease_id, count: rooms.length }
}

/** With a signature: where it was drawn, at the counter or on a phone, the signed paper is settled with it; a service outside has made it already. */
const signLease = async (acting: Acting, [row]: readonly Held[]): Promise<{ lease_id: number; count: number }> => {
  if (!row) throw new CallError(404)
  const done = await signRooms(acting, row)
  const { lease_id: key, sn: title, version, p_id, sign_way, signatory, signatory_post } = row
  const [sign] = row.sign_img ?? []
  if (sign !== undefined)
    await settleSigned(
      acting,
      leaseSignable,
      { key, title, version, p_id },
      { sign, way: sign_way ?? 3, signatory: [signatory_post, signatory].filter(Boolean).join(' ') },
    )
  return done
}

/** Throws 409 where a whole lease cannot be signed: no room is left in it, or one that it renews has been given up. */
const checkSignable = async ({ tx }: Acting, rows: readonly Held[]): Promise<void> => {
  for (const { lease_id } of rows) {
    if ((await roomsIn(tx, lease_id, ['toSign'])).length === 0) throw new CallError(409, '房间都已作废，没有可以签订的')
    await checkGoingOn(tx, lease_id)
  }
}

/** Gives the rooms of a whole lease that are in force and of which no keys have been handed over. */
const withoutKeys = async (tx: Tx, lease_id: number): Promise<LeasedRoom[]> =>
  (await roomsIn(tx, lease_id, ['inForce'])).filter(({ keys_on }) => keys_on === null)

/** Hands over the keys of a room as its contract's own deed does, and says which contract's where that is refused. */
const handOver = async (
  acting: Acting,
  { contract_id, sn }: LeasedRoom,
  values: { keys_on: string; keys_note?: string },
): Promise<void> => {
  const resource = resourceNamed('contract')
  const keys = resource.actions.find(({ name }) => name === 'keys')
  if (!keys) throw new Error('contracts have no keys')
  try {
    await act(acting, resource, keys, { keys: [contract_id], versions: null, values })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new CallError(error.code, `合同 ${sn}：${error.message}`, error.data)
  }
}

/** A whole lease leads its rooms along: they are final, signed and voided with it; each is given back by itself. */
const leases = defineEffects(lease, {
  rooms: {
    check: async (acting, [row], { rooms }) => {
      await holdRooms(acting, rooms, row.p_id)
      await checkNew(acting, row.lease_id, rooms)
    },
    after: async (acting, [row], asked) => ({ count: await addRooms(acting, row, asked) }),
  },
  submit: {
    check: async (acting, [{ lease_id, p_id }]) => {
      const rooms = await roomsIn(acting.tx, lease_id, ['draft'])
      if (rooms.length === 0) throw new CallError(409, '还没有房间：请先加房间')
      await holdRooms(
        acting,
        rooms.map(({ org_id }) => org_id),
        p_id,
      )
    },
    // The text that it is finalized with stays its text.
    sets: {
      template_id: async ({ tx }) => (await textInForce(tx, WHOLE))?.template_id ?? null,
      template_no: async ({ tx }) => (await textInForce(tx, WHOLE))?.no ?? null,
    },
    after: async (acting, [{ lease_id }]) => {
      await moveBySystem(acting, 'contract', 'lock', keysOf(await roomsIn(acting.tx, lease_id, ['draft'])))
      return { lease_id }
    },
  },
  sign: {
    check: checkSignable,
    sets: { sign_way: () => 2 },
    after: async (acting, [row]) => signRooms(acting, row),
  },
  manual: { check: checkSignable, sets: { sign_way: () => 3, signed_on: ({ now }) => dateOf(now) }, after: signLease },
  // In which way is told by whoever makes the move (server/domain/signing).
  accept: { check: checkSignable, sets: { signed_on: ({ now }) => dateOf(now) }, after: signLease },
  // Each room's as a tenant's are: by the rules of its contract, and never before what they want paid is.
  keys: {
    check: async ({ tx }, [{ lease_id }]) => {
      if ((await withoutKeys(tx, lease_id)).length === 0) throw new CallError(409, '没有要交钥匙的房间')
    },
    sets: { keys_on: (_acting, _row, { keys_on }) => keys_on },
    after: async (acting, [{ lease_id }], { keys_on, keys_note }) => {
      const rooms = await withoutKeys(acting.tx, lease_id)
      for (const room of rooms) await handOver(acting, room, keys_note === undefined ? { keys_on } : { keys_on, keys_note })
      return { lease_id, count: rooms.length }
    },
  },
  renew: {
    check: async ({ tx }, [row]) => checkRenewing(tx, row, await roomsGoingOn(tx, row.lease_id, true)),
    after: async (acting, [row], asked) => renewLease(acting, row, asked),
  },
  drop: { sets: { reason: () => '房间都已作废' } },
  void: {
    after: async (acting, [{ lease_id }]) => {
      await endSigning(acting, { resource: 'lease', record_id: lease_id }, '整租已作废')
      const rooms = await roomsIn(acting.tx, lease_id, ['draft', 'toSign'])
      if (rooms.length > 0) await moveBySystem(acting, 'contract', 'drop', keysOf(rooms))
      return { lease_id }
    },
  },
})

export default [leases, occupants]
