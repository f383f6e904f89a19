import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { plainDigits } from '../../../src/protocol/fen.ts'
import org from '../../../src/resources/property/org.ts'
import type { divideForm } from '../../../src/schemas/property/divide.ts'
import { roomStateCode } from '../../../src/schemas/property/roomState.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRow } from '../../store/writing/write.ts'
import { settleRoom } from '../repair/index.ts'
import { fitsFlat, SINGLE } from './findRooms.ts'

type Flat = RowOf<typeof org>
type Asked = FormValue<typeof divideForm>

const refuse = (field: string, message: string, code: 400 | 409 = 400): never => {
  throw new CallError(code, message, { field })
}

const inFlat = ({ org_id }: { org_id: number }) => sql`t.part_of = ${org_id}`

/** Throws 400 where a room that is known already cannot be of a flat: not a single room, of another community, or of another flat. */
const checkKnown = async ({ tx, session }: Acting, { org_id }: Flat, known: readonly number[]): Promise<void> => {
  if (known.length === 0) return
  const { rows } = await sql<{ org_id: number }>`
    select t.org_id from org t where t.org_id = any(${known}::integer[]) and ${fitsFlat(org_id)} and ${inScope(session.scope, 't.p_id')}
    order by 1 for no key update
  `.execute(tx)
  if (rows.length < known.length) refuse('known', '只能选同一小区里、还不属于别的整套的单间')
}

/** Throws 400 where a flat cannot be divided as asked: into nothing, into rooms of a kind that is not single rooms, or into more room than it has. */
export const checkDividing = async (acting: Acting, flat: Flat, { rooms = [], known = [], kind_id }: Asked): Promise<void> => {
  const { tx } = acting
  await checkKnown(acting, flat, known)
  const { rows } = await sql<{ n: number; area: number; show_type: number | null }>`
    select count(*)::integer as n, coalesce(sum(area), 0)::float8 as area,
      (select show_type from kind where id = ${kind_id ?? null}::integer) as show_type
    from org where part_of = ${flat.org_id} or org_id = any(${known}::integer[])
  `.execute(tx)
  const [there] = rows
  if (rooms.length > 0 && there?.show_type !== SINGLE) refuse('kind_id', '请选择单间的房源类型')
  if (rooms.length === 0 && there?.n === 0) refuse('rooms', '请登记套内的房间，或选择已登记的单间')
  const area = (there?.area ?? 0) + rooms.reduce((sum, room) => sum + (room.area ?? 0), 0)
  // To the hundredth, as areas are kept.
  if (flat.area !== null && Math.round(area * 100) > Math.round(flat.area * 100))
    refuse('rooms', `套内房间共 ${area.toFixed(2)} ㎡，超过整套的 ${flat.area.toFixed(2)} ㎡`)
}

/** Makes the rooms of a flat, or takes in those that are known, and puts those to use again that went out of it with the flat: who disabled one by hand enables it. Gives how many it has. */
export const divide = async (acting: Acting, flat: Flat, { rooms = [], known = [], kind_id }: Asked): Promise<number> => {
  const { tx, session } = acting
  const { unit_id, community_id, p_id, building, region_name, address, nature, floor, toward, simple } = flat
  const shared = { unit_id, community_id, p_id, building, region_name, address, nature, floor, toward, simple }
  if (known.length > 0)
    await sql`
      update org set part_of = ${flat.org_id}, version = version + 1, updated_at = epoch_now()
      where org_id = any(${known}::integer[]) and part_of is null
    `.execute(tx)
  await moveThose(acting, 'org', 'reopen', sql`${inFlat(flat)} and t.joined = 1`)
  // Those that an order under way holds are in repair again, as they were before the flat was put together.
  const { rows: reopened } = await sql<{ org_id: number }>`select org_id from org where part_of = ${flat.org_id} order by 1`.execute(tx)
  for (const { org_id } of reopened) await settleRoom(acting, org_id)
  for (const room of rooms.map((one) => ({ ...one, number: plainDigits(one.number) })))
    await insertRow(
      tx,
      resourceNamed('org'),
      {
        ...shared,
        ...room,
        kind_id,
        show_type: SINGLE,
        part_of: flat.org_id,
        unit_floor: [building, room.number].filter(Boolean).join('-'),
        sn: `${flat.sn}-${room.number}`,
        tag: [],
        imgs: [],
      },
      session.userId,
    )
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from org where part_of = ${flat.org_id}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Throws 409 where a room of a flat is let, agreed upon, kept for someone or in repair: it cannot be let as a whole yet. The rooms are held meanwhile. */
export const checkJoining = async ({ tx }: Acting, { org_id }: Flat): Promise<void> => {
  const { rows } = await sql<{ unit_floor: string; state: number }>`
    select unit_floor, state from org where part_of = ${org_id} order by org_id for no key update
  `.execute(tx)
  const repaired = rows.filter(({ state }) => state === roomStateCode('repair')).map(({ unit_floor }) => unit_floor)
  if (repaired.length > 0) throw new CallError(409, `${repaired.join('、')} 在维修，修好或启用以后才能合套`)
  const free = (['vacant', 'disabled'] as const).map(roomStateCode)
  const held = rows.filter(({ state }) => !free.some((code) => code === state)).map(({ unit_floor }) => unit_floor)
  if (held.length > 0) throw new CallError(409, `${held.join('、')} 还有人住，或已约定出租，不能合套`)
}

/** Takes the rooms of a flat out of use: it is let as a whole again. */
export const join = async (acting: Acting, flat: Flat): Promise<number> => moveThose(acting, 'org', 'close', inFlat(flat))

/** Throws 409 where a room of a flat that is not divided would be put to use: the flat is let as a whole. */
export const checkEnabling = async ({ tx }: Acting, rows: readonly Flat[]): Promise<void> => {
  const wholes = rows.flatMap(({ part_of }) => part_of ?? [])
  if (wholes.length === 0) return
  const found = await sql<{ unit_floor: string }>`
    select unit_floor from org where org_id = any(${wholes}::integer[]) and status <> ${inState(org, 'divided')} limit 1 for no key update
  `.execute(tx)
  const [whole] = found.rows
  if (whole) throw new CallError(409, `整套 ${whole.unit_floor} 没有拆套，套内房间不能启用：请先拆套`)
}
