import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { plainDigits } from '../../../src/protocol/fen.ts'
import type { houseForm } from '../../../src/schemas/property/house.ts'
import type { Adding } from '../../caller/session.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { useFiles } from '../../files/useFiles.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { nextNumber, series } from '../../store/writing/series.ts'
import { insertRow } from '../../store/writing/write.ts'
import { addressLine, regionNames } from './address.ts'

type House = FormValue<typeof houseForm>

type Community = Row<'community', 'community_id' | 'p_id'>

const communityOf = async (tx: Tx, house: House): Promise<Community | undefined> => {
  return tx
    .selectFrom('community')
    .select(['community_id', 'p_id'])
    .where('town', '=', house.town)
    .where('name', '=', house.region_name)
    .where('address', '=', house.address)
    .where('region_number', '=', house.region_number)
    .executeTakeFirst()
}

/** The project of a new community: the one chosen, or the only one of whoever has but one; for whoever has all and chose none, the first. */
const projectFor = async ({ tx, session }: Adding, house: House): Promise<number> => {
  const own = await ownProject(tx, session.scope, house.p_id)
  if (own !== null) return own
  const project = await tx.selectFrom('project').select('p_id').orderBy('p_id').limit(1).executeTakeFirst()
  if (!project) throw new CallError(400, '请选择您负责的所属项目', { field: 'p_id' })
  return project.p_id
}

/** What a house says of its community that nobody has said before; what differs from what stands there is the house's own, and kept with it. */
const complete = async (tx: Tx, { community_id }: Community, house: House): Promise<void> => {
  const { choice_get_number = null, longitude = null, latitude = null } = house
  await sql`
    update community set version = version + 1, updated_at = epoch_now(),
      choice_get_number = coalesce(choice_get_number, ${choice_get_number}::smallint),
      longitude = coalesce(longitude, ${longitude}::numeric), latitude = coalesce(latitude, ${latitude}::numeric)
    where community_id = ${community_id} and (
      choice_get_number is null and ${choice_get_number}::smallint is not null
      or longitude is null and ${longitude}::numeric is not null or latitude is null and ${latitude}::numeric is not null
    )
  `.execute(tx)
}

const registerCommunity = async (context: Adding, house: House): Promise<Community & { isNew: boolean }> => {
  const { tx, session } = context
  const known = await communityOf(tx, house)
  if (known) {
    if (session.scope && !session.scope.includes(known.p_id)) throw new CallError(403, '该小区不在您负责的项目内')
    if (house.p_id !== undefined && house.p_id !== known.p_id) throw new CallError(400, '该小区已登记在另一个项目下', { field: 'p_id' })
    await complete(tx, known, house)
    return { ...known, isNew: false }
  }
  const p_id = await projectFor(context, house)
  const { region_name: name, province, city, county, town, address, region_number, choice_get_number, longitude, latitude } = house
  const { numAffectedRows } = await sql`
    insert into community (name, p_id, province, city, county, town, address, region_number, choice_get_number, longitude, latitude, created_by)
    values (${name}, ${p_id}, ${province}, ${city}, ${county}, ${town}, ${address}, ${region_number}, ${choice_get_number ?? null},
      ${longitude ?? null}, ${latitude ?? null}, ${session.userId})
    on conflict (town, name, address, region_number) do nothing
  `.execute(tx)
  // A rival may have registered it between the look and the insert: read what stands there now.
  return { ...((await communityOf(tx, house)) ?? { community_id: 0, p_id }), isNew: numAffectedRows === 1n }
}

const BLOCKS: Readonly<Record<number, string>> = { 1: '号', 2: '幢', 3: '栋' }

/** Gives how staff call the building: its name, or '12号2单元'. */
export const buildingName = (house: Pick<House, 'show_type' | 'name' | 'block_unit' | 'choice_unit_number' | 'cell'>): string => {
  if (house.show_type === 1) return house.name ?? ''
  const block = house.block_unit
    ? `${house.block_unit}${/[号幢栋座]$/.test(house.block_unit) ? '' : BLOCKS[house.choice_unit_number ?? 1]}`
    : ''
  return block + (house.cell ? `${house.cell}单元` : '')
}

interface Room {
  floor: number
  number: string
}

/** Gives the rooms of a building floor by floor (domain.md: level × total): floor 3 with 4 rooms has 301 to 304. */
export const roomsOf = (floors: readonly { level: number; total: number }[]): Room[] =>
  floors.flatMap(({ level, total }) =>
    Array.from({ length: total }, (_, index) => ({
      floor: level,
      number: `${level < 0 ? `B${-level}` : level}${String(index + 1).padStart(2, '0')}`,
    })),
  )

const checkFloors = (floors: readonly { level: number; total: number }[]): void => {
  if (new Set(floors.map(({ level }) => level)).size !== floors.length) throw new CallError(400, '楼层有重复', { field: 'all_floor' })
  if (floors.reduce((sum, { total }) => sum + total, 0) > 2000) throw new CallError(400, '一栋楼最多2000户', { field: 'all_floor' })
}

/** Throws 400 where a room would have a meter twice: which of its prices counts nobody could tell, and it would be read twice a month. */
export const checkMeters = (meters: readonly { simple_id: number }[] = []): void => {
  if (new Set(meters.map(({ simple_id }) => simple_id)).size !== meters.length)
    throw new CallError(400, '抄表项目有重复', { field: 'simple' })
}

const checkKind = async (tx: Tx, house: House): Promise<void> => {
  const kind = await tx.selectFrom('kind').select('show_type').where('id', '=', house.kind_id).executeTakeFirst()
  if (kind?.show_type !== house.show_type) throw new CallError(400, '房源类型必填', { field: 'kind_id' })
  if (house.nature === 3 && house.show_type === 3) throw new CallError(400, '廉租房只能登记整栋或整套', { field: 'kind_id' })
}

/** What a house is called by, as it is written down: a room that is there is not registered once more for how its number was typed. Throws 400 where nothing is left of it. */
const numbered = (asked: House): House => {
  const house = { ...asked }
  for (const name of ['house', 'block_unit', 'cell', 'region_number'] as const) {
    const typed = house[name]
    if (typed !== undefined) house[name] = plainDigits(typed)
  }
  // A name keeps its wide brackets: 1号楼（东）.
  if (house.name !== undefined) house.name = house.name.trim().replaceAll(/[０-９Ａ-Ｚａ-ｚ]+/g, plainDigits)
  if (asked.house && house.house === '') throw new CallError(400, '楼号内容填写完整', { field: 'house' })
  return house
}

/** Registers a building with its rooms laid out by floor, or one flat or room. Gives the ids of what was made: of a community only a new one's. */
export const addHouse = async (context: Adding, asked: House): Promise<{ unit_id: number; org_id: number[]; community_id?: number }> => {
  const { tx, session } = context
  const house = numbered(asked)
  await checkKind(tx, house)
  const floors = house.all_floor ?? []
  checkFloors(floors)
  checkMeters(house.simple)
  const names = await regionNames(tx, house)
  const { isNew, ...community } = await registerCommunity(context, house)
  const building = buildingName(house)
  const sn = house.sn || (await nextNumber(tx, series.house))
  await useFiles(context, resourceNamed('org'), house)

  const unit_id = await insertRow(
    tx,
    resourceNamed('unit'),
    {
      ...house,
      ...community,
      sn,
      name: building || (house.house ?? ''),
      all_floor: floors,
      // spec.md section 9: a building's number is fixed; a flat's is its house number.
      number: house.show_type === 1 ? '666' : (house.house ?? ''),
      late: 0,
    },
    session.userId,
  )
  const rooms = house.show_type === 1 ? roomsOf(floors) : [{ floor: house.floor ?? 0, number: house.house ?? '' }]
  const shared = {
    ...community,
    unit_id,
    building,
    region_name: house.region_name,
    address: addressLine(names, house.address, house.region_number, house.choice_get_number),
    nature: house.nature,
    show_type: house.show_type,
    kind_id: house.kind_id,
    shi: house.shi,
    ting: house.ting,
    wei: house.wei,
    area: house.area,
    toward: house.toward,
    tag: house.tag ?? [],
    simple: house.simple ?? [],
    imgs: house.imgs ?? [],
    note: house.note,
  }
  const org_id = await insertRooms(tx, shared, rooms, sn, session.userId)
  return { unit_id, org_id, ...(isNew ? { community_id: community.community_id } : {}) }
}

const insertRooms = async (
  tx: Tx,
  shared: Record<string, unknown>,
  rooms: readonly Room[],
  sn: string,
  userId: number,
): Promise<number[]> => {
  const { rows } = await sql<Row<'org', 'org_id'>>`
    insert into org (unit_id, community_id, p_id, building, region_name, address, nature, show_type, kind_id, shi, ting, wei, area, toward,
      tag, simple, imgs, note, created_by, floor, number, unit_floor, sn)
    select ${shared.unit_id}::integer, ${shared.community_id}::integer, ${shared.p_id}::integer, ${shared.building}, ${shared.region_name}, ${shared.address},
      ${shared.nature}::smallint, ${shared.show_type}::smallint, ${shared.kind_id}::integer, ${shared.shi ?? null}::integer, ${shared.ting ?? null}::integer,
      ${shared.wei ?? null}::integer, ${shared.area ?? null}::numeric, ${shared.toward ?? null}::smallint, ${shared.tag}::integer[],
      ${JSON.stringify(shared.simple)}::jsonb, ${shared.imgs}::integer[], ${shared.note ?? null}, ${userId}::integer,
      room.floor, room.number, concat_ws('-', nullif(${shared.building}::text, ''), room.number),
      ${sn}::text || case when ${rooms.length}::integer = 1 then '' else '-' || room.number end
    from unnest(${rooms.map((room) => room.floor)}::integer[], ${rooms.map((room) => room.number)}::text[]) as room (floor, number)
    returning org_id
  `.execute(tx)
  return rows.map((row) => row.org_id)
}
