import { codeOf } from '../../../src/core/states.ts'
import { checkCharacterOf } from '../../../src/protocol/creditCode.ts'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import ownerHouse from '../../../src/resources/owner/ownerHouse.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import { type Random, randomOf } from '../random.ts'
import { keySequence, reserve } from '../reserve.ts'
import { cardOf } from '../tenant/cards.ts'
import { nameOf } from '../tenant/names.ts'
import { phoneOf } from '../tenant/phones.ts'
import type { Room, Staff } from '../types.ts'

const PEOPLE = 84
const COMPANIES = [
  ['上海浦江房产经营有限公司', '闵行区浦锦路 1500 号'],
  ['杨浦区国有资产经营公司', '杨浦区平凉路 1055 号'],
  ['虹口置业（集团）有限公司', '虹口区四川北路 1688 号'],
  ['上海申安保障性住房建设发展有限公司', '浦东新区沪南路 2419 号'],
  ['宝山区大场镇集体资产经营公司', '宝山区沪太路 3011 号'],
  ['上海地产住房发展有限公司', '黄浦区雁荡路 99 号'],
] as const
const BANKS = [
  '中国工商银行上海杨浦支行',
  '中国建设银行上海浦东分行',
  '上海银行曲阳支行',
  '中国农业银行上海闵行支行',
  '招商银行上海川沙支行',
] as const
const ROADS = ['市光路', '曲阳路', '莘松路', '长海路', '博山路', '沪太路'] as const
const REASONS = ['业主收回自住', '房屋已出售', '双方协商一致'] as const

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.int(0, 9)).join('')

const account = (random: Random, name: string) => ({
  account_name: name,
  bank_account: `622${digits(random, 16)}`,
  bank_name: random.pick(BANKS),
})

const person = (random: Random, today: string, cards: Set<string>, phones: Set<string>) => {
  const sex = random.chance(0.5) ? 1 : 2
  const card = cardOf(random, cards, sex, today, 2015)
  const name = nameOf(random, sex, Number(card.slice(6, 10)), random.chance(0.02))
  const address = `${random.pick(ROADS)} ${random.int(20, 990)} 弄 ${random.int(1, 60)} 号 ${random.int(1, 18)}0${random.int(1, 4)} 室`
  return { kind: 1, name, card, code: null, contact: null, phone: phoneOf(random, phones), address, ...account(random, name) }
}

const company = (random: Random, [name, address]: (typeof COMPANIES)[number], serial: number, phones: Set<string>) => {
  const body = `9131010${serial}${7200 + serial * 41}MA1L${serial}`.padEnd(17, '0').slice(0, 17)
  const code = body + checkCharacterOf(body)
  return {
    kind: 2,
    name,
    card: null,
    code,
    contact: nameOf(random, 1, 1976, false),
    phone: phoneOf(random, phones),
    address,
    ...account(random, name),
  }
}

interface House {
  owner_id: number
  room: Room
  share: number
}

/** Whose the rooms are: a person has one or two, at times with another; a company has several. Each room is given once. */
const housesOf = (random: Random, first: number, rooms: readonly Room[]): House[] => {
  const houses: House[] = []
  // Of all estates alike: every eleventh room.
  const free = rooms.filter((_, index) => index % 11 === 4)[Symbol.iterator]()
  const give = (owners: readonly number[], shares: readonly number[]): void => {
    const room: Room | undefined = free.next().value
    if (room) for (const [index, owner_id] of owners.entries()) houses.push({ owner_id, room, share: shares[index] ?? 0 })
  }
  for (let index = 0; index < COMPANIES.length; index++) for (let n = random.int(4, 9); n > 0; n--) give([first + index], [100])
  for (let index = COMPANIES.length; index < COMPANIES.length + PEOPLE; index++) {
    if (random.chance(0.18) && index > COMPANIES.length)
      give(
        [first + index, first + index - 1],
        random.pick([
          [50, 50],
          [60, 40],
          [66.67, 33.33],
        ] as const),
      )
    else for (let n = random.chance(0.22) ? 2 : 1; n > 0; n--) give([first + index], [100])
  }
  return houses
}

const termsOf = (random: Random, rent: number, isCompany: boolean) => {
  if (random.chance(isCompany ? 0.7 : 0.3))
    return { book: 2, fee_way: null, fee_percent: null, fee_monthly: null, rent: Math.round(rent * 0.82) * 100 }
  const isShare = random.chance(0.75)
  return {
    book: 1,
    fee_way: isShare ? 1 : 2,
    fee_percent: isShare ? random.pick([6, 8, 8.5, 10]) : null,
    fee_monthly: isShare ? null : random.pick([10_000, 15_000, 20_000]),
    rent: null,
  }
}

/** From when to when, and what has become of it: most are in force, some of those end soon. */
const termOf = (random: Random, today: Day) => {
  const months = random.pick([36, 36, 60])
  const status = random.weighted([
    ['inForce', 80],
    ['expired', 9],
    ['terminated', 5],
    ['draft', 6],
  ] as const)
  if (status === 'draft') return { status, start: today + random.int(3, 30), months, ended: null }
  if (status === 'expired') return { status, start: calendar.addMonths(today - random.int(2, 200), -months), months, ended: null }
  // One in ten ends within three months.
  const age = random.chance(0.1) ? months - random.int(1, 2) : random.int(4, months - 4)
  const start = calendar.inMonth(today, -age, random.pick([1, 10, 16]))
  return { status, start, months, ended: status === 'terminated' ? today - random.int(1, 60) : null }
}

const agreementsOf = (random: Random, houses: readonly House[], first: number, today: Day) => {
  const groups = new Map<string, House[]>()
  for (const house of houses) {
    const key = `${house.owner_id} ${house.room.p_id}`
    groups.set(key, [...(groups.get(key) ?? []), house])
  }
  return [...groups.values()].flatMap(([house, ...more]) => {
    if (!house) return []
    const { status, start, months, ended } = termOf(random, today)
    const rent = [house, ...more].reduce((sum, one) => sum + (one.room.rent * one.share) / 100, 0)
    return {
      owner_id: house.owner_id,
      p_id: house.room.p_id,
      ...termsOf(random, rent, house.owner_id < first + COMPANIES.length),
      settle_day: random.pick([5, 10, 15, 25]),
      start_date: calendar.dateOf(start),
      end_date: calendar.dateOf(calendar.addMonths(start, months) - 1),
      status: codeOf(agreement, status),
      ended_date: ended === null ? null : calendar.dateOf(ended),
      reason: ended === null ? null : random.pick(REASONS),
    }
  })
}

const titleOf = (random: Random): string =>
  `沪（${random.int(2008, 2023)}）${random.pick(['杨', '虹', '浦', '闵', '静'])}字不动产权第 ${digits(random, 6)} 号`

/** Adds owners with their rooms, some passed on since, and what was agreed with them. */
export const addOwners = async (tx: Tx, rooms: readonly Room[], today: string, staff: Staff): Promise<void> => {
  const random = randomOf('owners')
  const [cards, phones] = [new Set<string>(), new Set<string>()]
  const first = await reserve(tx, await keySequence(tx, 'owner', 'owner_id'), COMPANIES.length + PEOPLE)
  const owners = [
    ...COMPANIES.map((one, index) => company(random, one, index + 1, phones)),
    ...Array.from({ length: PEOPLE }, () => person(random, today, cards, phones)),
  ].map((one, index) => ({ owner_id: first + index, ...one, created_by: staff.guanjia }))
  await insertMany(tx, 'owner', Object.keys(owners[0] ?? {}) as (keyof (typeof owners)[0])[], owners)
  const day = calendar.dayOf(today)
  const houses = housesOf(random, first, rooms)
  const rows = houses.map(({ owner_id, room, share }) => {
    const isPassedOn = share === 100 && random.chance(0.03)
    return {
      owner_id,
      org_id: room.org_id,
      p_id: room.p_id,
      share,
      title_no: titleOf(random),
      from_date: calendar.dateOf(day - random.int(2000, 5500)),
      to_date: isPassedOn ? calendar.dateOf(day - random.int(10, 400)) : null,
      state: codeOf(ownerHouse, isPassedOn ? 'ended' : 'held'),
      created_by: staff.guanjia,
    }
  })
  await insertMany(tx, 'owner_house', Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[], rows)
  const agreements = agreementsOf(random, houses, first, day).map((one) => ({ ...one, created_by: staff.guanjia }))
  await insertMany(tx, 'entrust_agreement', Object.keys(agreements[0] ?? {}) as (keyof (typeof agreements)[0])[], agreements)
}
