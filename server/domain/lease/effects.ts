import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import lease from '../../../src/resources/lease/lease.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { inSet } from '../../store/reading/states.ts'
import { insertRow } from '../../store/writing/write.ts'
import { afterSigning, endSigning, settleSigned } from '../contract/index.ts'
import { textInForce } from '../template/index.ts'
import { addRooms, holdRooms, roomsIn } from './rooms.ts'
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
  for (const room of rooms) await afterSigning(acting, { ...room, wait_id: null, origin: 1, former_id: null })
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

/** A whole lease leads its rooms along: they are final, signed and voided with it; each is given back by itself. */
const leases = defineEffects(lease, {
  rooms: {
    check: async (acting, [row], { rooms }) => holdRooms(acting, rooms, row.p_id),
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
    check: async ({ now }, _rows, { signed_on }) => {
      if (signed_on > dateOf(now)) throw new CallError(400, '签订日期不能晚于今天', { field: 'signed_on' })
    },
    sets: { sign_way: () => 2 },
    after: async (acting, [row]) => signRooms(acting, row),
  },
  manual: { sets: { sign_way: () => 3, signed_on: ({ now }) => dateOf(now) }, after: signLease },
  // In which way is told by whoever makes the move (server/domain/signing).
  accept: { sets: { signed_on: ({ now }) => dateOf(now) }, after: signLease },
  void: {
    after: async (acting, [{ lease_id }]) => {
      await endSigning(acting, { resource: 'lease', record_id: lease_id }, '整租已作废')
      const rooms = await roomsIn(acting.tx, lease_id, ['draft', 'toSign'])
      if (rooms.length > 0) await moveBySystem(acting, 'contract', 'drop', keysOf(rooms))
      return { lease_id }
    },
  },
})

/** Throws 409 where someone rents a home by a contract of his own: one household, one home. */
const checkHomeless = async ({ tx }: Acting, custom_id: number): Promise<void> => {
  const { rows } = await sql<{ sn: string }>`
    select sn from contract where custom_id = ${custom_id} and status in (${inSet(contract, 'holdsRoom')}) limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `此人已有租客合同 ${rows[0].sn}，不能再入住整租的房间`)
}

/** Who lives in leased rooms, person by person. */
const occupants = defineEffects(occupant, {
  admit: { check: async (acting, [{ custom_id }]) => checkHomeless(acting, custom_id) },
  swap: {
    check: async (acting, [row], { other_id, since }) => {
      if (since <= row.from_date) throw new CallError(400, '须晚于原入住人的入住日期', { field: 'since' })
      await checkHomeless(acting, other_id)
    },
    sets: { to_date: (_acting, _row, { since }) => addDays(since, -1) },
    after: async ({ tx, session }, [{ contract_id, company_id, org_id, lease_id, p_id }], { other_id, since }) => ({
      occupant_id: await insertRow(
        tx,
        resourceNamed('occupant'),
        { custom_id: other_id, from_date: since, contract_id, company_id, org_id, lease_id, p_id },
        session.userId,
      ),
    }),
  },
  leave: {
    check: async (_acting, [row], { to_date }) => {
      if (to_date < row.from_date) throw new CallError(400, '搬离日期不能早于入住日期', { field: 'to_date' })
    },
    sets: { to_date: (_acting, _row, { to_date }) => to_date },
  },
  out: { sets: { to_date: ({ now }) => dateOf(now) } },
})

export default [leases, occupants]
