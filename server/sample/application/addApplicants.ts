import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import clue from '../../../src/resources/broker/clue.ts'
import entrust from '../../../src/resources/broker/entrust.ts'
import contract from '../../../src/resources/contract/contract.ts'
import org from '../../../src/resources/property/org.ts'
import reserve from '../../../src/resources/viewing/reserve.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { columnList } from '../../store/bringUp/tables.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { insertMany } from '../bulk.ts'
import { calendar } from '../calendar.ts'
import { type Random, randomOf } from '../random.ts'
import { cardOf } from '../tenant/cards.ts'
import { nameOf } from '../tenant/names.ts'
import { phoneOf } from '../tenant/phones.ts'
import type { Room, Staff } from '../types.ts'
import { addMaterialRules, addMaterials } from './addMaterials.ts'

const DAY = 86_400
const SHOWN = 360
const PLACES = ['五角场', '曲阳', '张江', '莘庄', '真如', '临港新城', '彭浦', '川沙', '大场', '江湾镇'] as const

const person = (random: Random, today: string, cards: Set<string>, phones: Set<string>) => {
  const sex = random.chance(0.5) ? 1 : 2
  const card = cardOf(random, cards, sex, today, 2024)
  return { custom_name: nameOf(random, sex, Number(card.slice(6, 10)), random.chance(0.02)), card, phone: phoneOf(random, phones) }
}

/** Applications of the last year; those that passed stand in the queue, a few have been called to a vacant room. */
const addApplications = async (tx: Tx, projects: readonly number[], today: string, now: number, staff: Staff): Promise<void> => {
  const random = randomOf('applicants')
  const [cards, phones] = [new Set<string>(), new Set<string>()]
  const rows = Array.from({ length: SHOWN }, (_, index) => {
    const age = Math.floor(((SHOWN - index) / SHOWN) * 330) + 1
    const status =
      age < 12
        ? codeOf(qualification, 'submitted')
        : random.weighted([
            [codeOf(qualification, 'passed'), 6],
            [codeOf(qualification, 'rejected'), 14],
            [codeOf(qualification, 'queued'), 80],
          ] as const)
    return {
      ...person(random, today, cards, phones),
      p_id: random.pick(projects),
      nature: random.weighted([
        [1, 60],
        [2, 25],
        [3, 15],
      ] as const),
      priority: random.chance(0.18) ? 1 : 2,
      room_type: random.weighted([
        [1, 50],
        [2, 40],
        [3, 10],
      ] as const),
      family_size: random.int(1, 5),
      income: random.int(35, 160) * 10_000,
      housing_area: random.int(0, 15),
      employer: random.chance(0.6) ? random.pick(['申港精密仪器（上海）有限公司', '上海同舟公共交通有限公司', '安禾幼儿教育集团']) : null,
      status,
      reason:
        status === codeOf(qualification, 'rejected')
          ? random.pick(['家庭月收入超过准入线', '人均住房面积超过准入线', '申请材料不全，逾期未补'])
          : null,
      // The rules as they are before anybody changes them.
      rule_version: status === codeOf(qualification, 'submitted') ? null : 0,
      created_at: now - age * DAY + random.int(0, 28_000),
      created_by: staff.guanjia,
    }
  })
  await insertMany(tx, 'qualification', Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[], rows)
  const carried = columnList(resourceNamed('waiting'), ['custom_name', 'card', 'phone'])
  await sql`
    insert into waiting (${carried}, p_id, nature, room_type, priority, qualified_at, apply_id, created_at, created_by)
    select ${carried}, p_id, nature, room_type, priority, created_at + 5 * 86400, apply_id, created_at + 5 * 86400, created_by
    from qualification where status = ${inState(qualification, 'queued')} order by apply_id
  `.execute(tx)
}

const addMembers = async (tx: Tx, today: string): Promise<void> => {
  const random = randomOf('members')
  const cards = new Set<string>()
  const { rows } = await sql<{ apply_id: number; p_id: number; family_size: number }>`
    select apply_id, p_id, family_size from qualification where family_size > 1 order by apply_id
  `.execute(tx)
  const members = rows.flatMap(({ apply_id, p_id, family_size }) =>
    Array.from({ length: family_size - 1 }, (_, index) => {
      const sex = random.chance(0.5) ? 1 : 2
      const card = cardOf(random, cards, sex, today, 2024)
      const relation =
        index === 0
          ? codeOf(qualification, 'submitted')
          : random.weighted([
              [2, 70],
              [3, 25],
              [4, 5],
            ] as const)
      return { apply_id, p_id, name: nameOf(random, sex, Number(card.slice(6, 10)), false), relation, card }
    }),
  )
  // Households of applications that were decided long ago: nobody changes what was judged.
  await sql`alter table member disable trigger household_stays`.execute(tx)
  await insertMany(tx, 'member', ['apply_id', 'p_id', 'name', 'relation', 'card'], members)
  await sql`alter table member enable trigger household_stays`.execute(tx)
}

/** The first of each queue are called to vacant rooms, some have chosen, a few gave up. */
const callSome = async (tx: Tx, now: number): Promise<void> => {
  await sql`
    with called as (
      select wait_id, p_id, row_number() over (partition by p_id order by queue_order) as place from waiting where status = ${inState(waiting, 'queued')}
    ),
    free as (
      select org_id, p_id, row_number() over (partition by p_id order by org_id) as place from org o
      where status = ${inState(org, 'usable')} and not exists (select from contract c where c.org_id = o.org_id and c.status in (${inSet(contract, 'open')}))
    )
    update waiting w set status = case when c.place % 4 = 0 then ${inState(waiting, 'chosen')} else ${inState(waiting, 'called')} end, org_id = f.org_id, held_until = ${now}::bigint + (1 + c.place % 6) * 86400,
      called_at = ${now}::bigint + (c.place % 6 - 6) * 86400, notice = case when c.place % 5 = 0 then 3 else 2 end,
      noticed_at = case when c.place % 5 <> 0 then ${now}::bigint + (c.place % 6 - 6) * 86400 + 60 end
    from called c join free f on f.p_id = c.p_id and f.place = c.place
    where w.wait_id = c.wait_id and c.place <= 8
  `.execute(tx)
  await sql`update waiting set status = ${inState(waiting, 'void')}, declines = 3, reason = '三次放弃选房' where status = ${inState(waiting, 'queued')} and wait_id % 31 = 0`.execute(
    tx,
  )
}

const addViewings = async (tx: Tx, rooms: readonly Room[], today: string, now: number, staff: Staff): Promise<void> => {
  const random = randomOf('viewings')
  const [cards, phones] = [new Set<string>(), new Set<string>()]
  const first = calendar.dayOf(today)
  const rows = Array.from({ length: 120 }, (_, index) => {
    const day = first - 45 + Math.floor(index / 2)
    const room = rooms[(index * 17) % rooms.length]
    const start = calendar.instantOf(day, 540 + 30 * random.int(0, 15))
    const status =
      start < now
        ? random.weighted([
            [codeOf(reserve, 'seen'), 75],
            [codeOf(reserve, 'missed'), 12],
            [codeOf(reserve, 'cancelled'), 13],
          ] as const)
        : random.weighted([
            [codeOf(reserve, 'asked'), 40],
            [codeOf(reserve, 'confirmed'), 55],
            [codeOf(reserve, 'cancelled'), 5],
          ] as const)
    const { custom_name, phone } = person(random, today, cards, phones)
    return {
      custom_name,
      phone,
      org_id: room?.org_id ?? 0,
      p_id: room?.p_id ?? 0,
      start_time: start,
      end_time: start + 1800,
      status,
      created_by: staff.guanjia,
    }
  })
  await insertMany(tx, 'reserve', ['custom_name', 'phone', 'org_id', 'p_id', 'start_time', 'end_time', 'status', 'created_by'], rows)
}

const addLeads = async (tx: Tx, today: string, now: number, staff: Staff): Promise<void> => {
  const random = randomOf('leads')
  const [cards, phones] = [new Set<string>(), new Set<string>()]
  const lead = (index: number, states: readonly (readonly [number, number])[]) => {
    const { custom_name, phone } = person(random, today, cards, phones)
    const created_at = now - (90 - index) * DAY + random.int(0, 28_000)
    return {
      kind: (index % 2) + 1,
      custom_name,
      phone,
      room_type: random.int(1, 3),
      price: random.int(12, 55) * 10_000,
      status: random.weighted(states),
      created_at,
      created_by: staff.guanjia,
    }
  }
  const clueStates = [
    [codeOf(clue, 'open'), 3],
    [codeOf(clue, 'followed'), 3],
    [codeOf(clue, 'won'), 2],
    [codeOf(clue, 'lost'), 2],
  ] as const
  const clues = Array.from({ length: 90 }, (_, index) => ({
    ...lead(index, clueStates),
    place: `${random.pick(PLACES)}一带`,
    note: random.chance(0.4) ? '电话沟通过，待约看房' : null,
  }))
  await insertMany(tx, 'clue', Object.keys(clues[0] ?? {}) as (keyof (typeof clues)[0])[], clues)
  const entrustStates = [
    [codeOf(entrust, 'offered'), 3],
    [codeOf(entrust, 'taken'), 3],
    [codeOf(entrust, 'signed'), 2],
    [codeOf(entrust, 'cancelled'), 2],
  ] as const
  const entrusts = Array.from({ length: 60 }, (_, index) => ({
    ...lead(index, entrustStates),
    address: `${random.pick(PLACES)}路 ${random.int(8, 990)} 弄 ${random.int(1, 60)} 号`,
    area: random.int(28, 110),
  }))
  await insertMany(tx, 'entrust', Object.keys(entrusts[0] ?? {}) as (keyof (typeof entrusts)[0])[], entrusts)
}

/** Adds those who want a room: applications with their households, the queue, viewings, leads and owners' offers. */
export const addApplicants = async (tx: Tx, rooms: readonly Room[], today: string, staff: Staff): Promise<void> => {
  const now = calendar.instantOf(calendar.dayOf(today), 9 * 60)
  const projects = [...new Set(rooms.map((room) => room.p_id))].sort((a, b) => a - b)
  await addMaterialRules(tx, staff)
  await addApplications(tx, projects, today, now, staff)
  await addMaterials(tx)
  await addMembers(tx, today)
  await callSome(tx, now)
  await addViewings(tx, rooms, today, now, staff)
  await addLeads(tx, today, now, staff)
}
