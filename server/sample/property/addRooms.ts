import { codeOf } from '../../../src/core/states.ts'
import org from '../../../src/resources/property/org.ts'
import type { Tx } from '../../store/connection/database.ts'
import { numberText, series } from '../../store/writing/series.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import { randomOf } from '../random.ts'
import { keySequence, reserve } from '../reserve.ts'
import type { Building, Room, Staff } from '../types.ts'
import { addEstates, type Estate } from './addEstates.ts'
import type { Pictures } from './addPictures.ts'
import { cuts, type HousePlan } from './layOut.ts'
import { places } from './places.ts'

const NOTES = ['空调已于上月检修', '窗帘待更换', '可配床、衣柜、书桌', '近电梯', '厨房水槽已换新', '墙面已重新粉刷']

const METERS = [
  { name: '水', price: 345 },
  { name: '电', price: 62 },
  { name: '燃气', price: 313 },
] as const

/** Adds projects, estates, units and rooms with the names, numbers and addresses that addHouse gives them. */
export const addRooms = async (
  tx: Tx,
  houses: readonly HousePlan[],
  lookups: Lookups,
  pictures: Pictures,
  staff: Staff,
  today: Day,
): Promise<{ rooms: Room[]; buildings: Building[] }> => {
  const random = randomOf('rooms')
  const estates = await addEstates(tx, staff)
  const firstUnit = await reserve(tx, await keySequence(tx, 'unit', 'unit_id'), houses.length)
  const firstSn = await reserve(tx, series.house.sequence, houses.length)
  let org_id = await reserve(
    tx,
    await keySequence(tx, 'org', 'org_id'),
    houses.reduce((sum, house) => sum + house.rooms.length, 0),
  )
  const snOf = (index: number): string => numberText(series.house, firstSn + index)
  const estateOf = (house: HousePlan): Estate => estates[house.place] ?? { community_id: 0, p_id: 0, address: '' }
  const tagIds = Object.values(lookups.tags)
  const rooms: Room[] = []

  const unitRow = (house: HousePlan, index: number) => ({
    unit_id: firstUnit + index,
    sn: snOf(index),
    name: house.building,
    community_id: estateOf(house).community_id,
    p_id: estateOf(house).p_id,
    kind_id: lookups.kind[house.kind],
    show_type: house.showType,
    nature: house.nature,
    all_floor: JSON.stringify(house.floors),
    block_unit: house.block,
    choice_unit_number: house.block ? 1 : null,
    cell: house.cell,
    number: house.showType === 1 ? '666' : (house.rooms[0]?.number ?? ''),
    late: 0,
    created_by: staff.guanjia,
  })

  const roomRows = function* () {
    for (const [index, house] of houses.entries()) {
      const { community_id, p_id, address } = estateOf(house)
      const region_name = places[house.place]?.name ?? ''
      const simple = JSON.stringify(
        METERS.filter(({ name }) => name !== '燃气' || house.showType !== 3).map(({ name, price }) => ({
          simple_id: lookups.simple[name],
          price,
        })),
      )
      const tags = tagIds.filter(() => random.chance(0.2))
      for (const { floor, number, cut, area, toward, rent } of house.rooms) {
        const status = random.weighted([
          ['usable', 977],
          ['inRepair', 15],
          ['disabled', 8],
        ] as const)
        const unit_id = firstUnit + index
        rooms.push({ org_id, unit_id, p_id, nature: house.nature, area, rent, status })
        const plan = random.pick(pictures.plans[cut] ?? [])
        yield {
          org_id: org_id++,
          unit_id,
          community_id,
          p_id,
          building: house.building,
          region_name,
          address,
          nature: house.nature,
          show_type: house.showType,
          kind_id: lookups.kind[house.kind],
          shi: cuts[cut]?.shi ?? null,
          ting: cuts[cut]?.ting ?? null,
          wei: cuts[cut]?.wei ?? null,
          area,
          toward,
          floor,
          number,
          unit_floor: house.building ? `${house.building}-${number}` : number,
          sn: house.rooms.length === 1 ? snOf(index) : `${snOf(index)}-${number}`,
          tag: `{${tags.join(',')}}`,
          standard_rent: rent * 100,
          deed_no: `沪（2021）不动产权第${String(100_000 + unit_id)}号`,
          simple,
          imgs: random.chance(0.85) ? `{${plan},${pictures.fronts[house.place]}}` : '{}',
          note: random.chance(0.02) ? random.pick(NOTES) : null,
          status: codeOf(org, status),
          // Taken into the books over the last year, which is how long one that was never let has stood empty.
          created_at: calendar.instantOf(today - 20 - ((org_id * 37) % 340), 600),
          created_by: staff.guanjia,
        }
      }
    }
  }

  await insertMany(
    tx,
    'unit',
    [
      'unit_id',
      'sn',
      'name',
      'community_id',
      'p_id',
      'kind_id',
      'show_type',
      'nature',
      'all_floor',
      'block_unit',
      'choice_unit_number',
      'cell',
      'number',
      'late',
      'created_by',
    ],
    houses.map(unitRow),
  )
  await insertMany(
    tx,
    'org',
    [
      'org_id',
      'unit_id',
      'community_id',
      'p_id',
      'building',
      'region_name',
      'address',
      'nature',
      'show_type',
      'kind_id',
      'shi',
      'ting',
      'wei',
      'area',
      'toward',
      'floor',
      'number',
      'unit_floor',
      'sn',
      'tag',
      'standard_rent',
      'deed_no',
      'simple',
      'imgs',
      'note',
      'status',
      'created_at',
      'created_by',
    ],
    roomRows(),
  )
  const buildings = houses.flatMap((house, index) =>
    house.showType === 1 ? [{ unit_id: firstUnit + index, p_id: estateOf(house).p_id, rooms: house.rooms.length }] : [],
  )
  return { rooms, buildings }
}
