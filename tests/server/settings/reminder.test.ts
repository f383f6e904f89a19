import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import reminderJobs from '../../../server/domain/reminder/jobs.ts'
import { isSilentDay, remind } from '../../../server/domain/reminder/remind.ts'
import { GRACE_DAYS, windowsOf } from '../../../server/domain/reminder/windows.ts'
import type { Every, JobSpec } from '../../../server/jobs/defineJob.ts'
import type { Database } from '../../../server/store/connection/database.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, secondsOf } from '../../../src/protocol/dates.ts'
import rentSetting from '../../../src/resources/settings/rent.ts'
import { addAccount, addTenant, cardOf, fillGround, flat, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const TODAY = '2026-06-01'
/** The moment at which the reminders of a day are made. */
const at = (day: string): number => secondsOf(`${day} 08:00`) ?? 0
const CODES = ['/api/contract/index', '/api/bill/index', '/api/org/list']

describe('the dates for which a number of days is due', () => {
  const direction = fc.constantFrom('until' as const, 'since' as const)

  test('no date is in two of them, each is due on its very day, and late by less than a week', () => {
    const close = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(close, direction, (days, way) => {
        const windows = windowsOf(way, days, TODAY)
        for (let offset = 0; offset <= 50; offset++) {
          const date = addDays(TODAY, way === 'until' ? offset : -offset)
          const due = windows.filter(({ first, last }) => first <= date && date <= last).map((window) => window.days)
          const late = days.filter((number) => (way === 'until' ? number >= offset : number <= offset))
          // The last number reached, unless it was a week ago.
          const reached = way === 'until' ? Math.min(...late) : Math.max(...late)
          expect(due).toEqual(late.length > 0 && Math.abs(reached - offset) < GRACE_DAYS ? [reached] : [])
        }
      }),
    )
  })

  test('over the days, with nodes down for less than a week now and then, each number farther apart than that is told once and in order', () => {
    const apart = fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
      .map((weeks) => weeks.map((week) => week * GRACE_DAYS).sort((a, b) => a - b))
    const gaps = fc.array(fc.integer({ min: 1, max: GRACE_DAYS - 1 }), { minLength: 200, maxLength: 200 })
    fc.assert(
      fc.property(apart, direction, gaps, (days, way, steps) => {
        const reach = Math.max(...days) + GRACE_DAYS
        const date = way === 'until' ? addDays(TODAY, reach) : TODAY
        const told: number[] = []
        let today = TODAY
        for (const step of steps) {
          if (today > addDays(TODAY, reach)) break
          const due = windowsOf(way, days, today).find(({ first, last }) => first <= date && date <= last)
          if (due && !told.includes(due.days)) told.push(due.days)
          today = addDays(today, step)
        }
        expect(told).toEqual(way === 'until' ? [...days].reverse() : days)
      }),
    )
  })
})

describe('the reminders of a day', () => {
  let server: TestServer
  let ground: Ground
  let admin: string
  const people: Record<string, number> = {}
  const rooms: number[] = []

  /** A room of a project, made so long before the day. */
  const addRoom = async (p_id: number, days: number): Promise<number> => {
    const name = p_id === 1 ? '浦东花苑' : '徐汇花苑'
    const { data } = await server.call('/api/org/add', flat(ground, { p_id, region_name: name }), admin)
    const created = secondsOf(addDays(TODAY, -days))
    await sql`update org set created_at = ${created} where org_id = ${data.org_id[0]}`.execute(server.db)
    return data.org_id[0]
  }
  /** A contract in force on a room that ends so many days after the day. */
  const addContract = async (room: number, p_id: number, ends: number): Promise<number> => {
    const custom_id = await addTenant(server, { name: '李雷', card: cardOf(room), p_id })
    const { rows } = await sql<{ contract_id: number }>`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values (${`HT${room}`}, ${room}, ${custom_id}, ${p_id}, ${addDays(TODAY, ends - 700)}, ${addDays(TODAY, ends)}, 100, 100, 4) returning contract_id
    `.execute(server.db)
    return rows[0]?.contract_id ?? 0
  }
  const addBill = async (org_id: number, p_id: number, overdue: number, paid = 0): Promise<void> => {
    const { rows } = await sql<{ share_id: number }>`
      with made as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, p_id)
        values (${`ZD${org_id}-${overdue}`}, 1, 1, 100000, ${addDays(TODAY, -overdue)}::date, '2026-01-01', '2026-01-31', 1, 100, '李雷', ${org_id}::integer, ${p_id}::integer)
        returning bill_id
      )
      insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100000, ${p_id}::integer from made returning share_id
    `.execute(server.db)
    if (paid === 0) return
    const { data } = await server.call('/api/flow/add', flowOf(ground, { org_id, price: paid }), admin)
    await sql`insert into allocation (flow_id, share_id, price, p_id) values (${data.flow_id}, ${rows[0]?.share_id}, ${paid}, ${p_id})`.execute(
      server.db,
    )
  }
  const run = (day = TODAY): Promise<number> => server.db.transaction().execute((tx) => remind(tx, at(day)))
  const told = async (person: string): Promise<string[]> => {
    const { rows } = await sql<{
      content: string
    }>`select content from message where account_id = ${people[person]} order by msg_id`.execute(server.db)
    return rows.map(({ content }) => content)
  }
  const set = async (changes: object): Promise<void> => {
    const { detail, save } = callsOfSetting(rentSetting)
    const { values, version } = (await server.call(detail, {}, admin)).data
    expect(await server.call(save, { ...values, ...changes, version }, admin)).toMatchObject({ code: 200 })
  }

  beforeAll(async () => {
    server = await startTestServer()
    ground = await fillGround(server)
    admin = await tokenOf(server)
    people.pudong = await addAccount(server, 'pudong', CODES, [1])
    people.both = await addAccount(server, 'both', CODES)
    people.blind = await addAccount(server, 'blind', ['/api/flow/index'])
    people.gone = await addAccount(server, 'gone', CODES)
    await sql`update account set is_active = false where user_id = ${people.gone}`.execute(server.db)
    // Only those made here are asked after.
    await sql`update account set projects = '{}' where user_id <= 3`.execute(server.db)
    await sql`update account set projects = null where user_id = 1`.execute(server.db)
    rooms.push(await addRoom(1, 500), await addRoom(2, 500), await addRoom(1, 30), await addRoom(1, 29), await addRoom(1, 45))
    await addContract(rooms[0] as number, 1, 60)
    await addContract(rooms[1] as number, 2, 28)
    await addBill(rooms[0] as number, 1, 30, 40_000)
    await addBill(rooms[0] as number, 1, 90, 100_000)
    await addBill(rooms[1] as number, 2, 95)
  })
  afterAll(() => server.close())

  test('go to those who may see the thing, in its project, one each; done again there are none', async () => {
    expect(await run()).toBe(3 + 5 + 5)
    const room = async (index: number) =>
      (await sql<{ t: string }>`select region_name || ' ' || unit_floor as t from org where org_id = ${rooms[index]}`.execute(server.db))
        .rows[0]?.t
    const one = [
      `李雷 的合同 HT${rooms[0]}（${await room(0)}）将于 2026-07-31 到期，还有 60 天。`,
      `李雷 的账单 ZD${rooms[0]}-30（房租，${await room(0)}）应付日 2026-05-02，已逾期 30 天，尚欠 600.00 元。`,
      `${await room(2)} 自 2026-05-02 起空置，已 30 天。`,
    ]
    expect(await told('pudong')).toEqual(one)
    // Each leads to its own: the contract, the bill, the room.
    const about = await sql<{ names: string }>`
      select m.resource || ' ' || coalesce(c.org_id, b.org_id, m.record_id) as names from message m
      left join contract c on m.resource = 'contract' and c.contract_id = m.record_id left join bill b on m.resource = 'bill' and b.bill_id = m.record_id
      where m.account_id = ${people.pudong} order by m.msg_id
    `.execute(server.db)
    expect(about.rows.map(({ names }) => names)).toEqual([`contract ${rooms[0]}`, `bill ${rooms[0]}`, `org ${rooms[2]}`])
    const other = [
      `李雷 的合同 HT${rooms[1]}（${await room(1)}）将于 2026-06-29 到期，还有 28 天。`,
      `李雷 的账单 ZD${rooms[1]}-95（房租，${await room(1)}）应付日 2026-02-26，已逾期 95 天，尚欠 1,000.00 元。`,
    ]
    expect((await told('both')).sort()).toEqual([...one, ...other].sort())
    expect(await told('blind')).toEqual([])
    expect(await told('gone')).toEqual([])
    expect(await run()).toBe(0)
    expect(await run(addDays(TODAY, 1))).toBe(3)
    expect(await told('pudong')).toHaveLength(4)
  })

  test('two nodes at once make each only once', async () => {
    const day = addDays(TODAY, 30)
    const made = await Promise.all([run(day), run(day)])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select from reminder group by account_id, subject, object_id, since, days having count(*) > 1) twice
    `.execute(server.db)
    expect(rows[0]?.n).toBe(0)
    expect(Math.min(...made)).toBe(0)
    expect(Math.max(...made)).toBeGreaterThan(0)
    await expect(
      sql`insert into reminder (account_id, subject, object_id, since, days) select account_id, subject, object_id, since, days from reminder limit 1`.execute(
        server.db,
      ),
    ).rejects.toThrow('reminder_once')
  })

  test('a contract that ends on another day is another matter', async () => {
    const before = (await told('pudong')).length
    await sql`update contract set end_date = ${addDays(TODAY, 190)}::date where sn = ${`HT${rooms[0]}`}`.execute(server.db)
    await run(addDays(TODAY, 130))
    expect((await told('pudong')).slice(before)).toContainEqual(expect.stringContaining('还有 60 天'))
  })

  test('whose renewal is signed is not said to end, and whose waits to be signed is', async () => {
    const org_id = rooms[3] as number
    const former_id = await addContract(org_id, 1, 190)
    const told_of = async (day: number) => {
      await run(addDays(TODAY, day))
      return (await told('pudong')).filter((content) => content.includes(`HT${org_id}`)).length
    }
    const { rows } = await sql<{ contract_id: number }>`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status, former_id)
      select 'HTN', org_id, custom_id, p_id, end_date + 1, end_date + 365, rent, deposit, 3, contract_id from contract where contract_id = ${former_id} returning contract_id
    `.execute(server.db)
    expect(await told_of(130)).toBe(1)
    await sql`update contract set status = 4 where contract_id = ${rows[0]?.contract_id}`.execute(server.db)
    expect(await told_of(160)).toBe(1)
  })

  test('whom, of what and when is as it is set', async () => {
    const of = async (days: number) =>
      (
        await sql<{
          account_id: number
          subject: string
        }>`select account_id, subject from reminder where days = ${days} order by 1`.execute(server.db)
      ).rows
    await set({ contract: 2, arrears: 2, vacancy_days: [{ days: 88 }], whom: 3, accounts: [people.both, people.blind] })
    expect(await run(addDays(TODAY, 58))).toBe(1)
    expect(await of(88)).toEqual([{ account_id: people.both, subject: 'vacancy' }])
    await set({ vacancy_days: [{ days: 101 }], whom: 2, roles: [1] })
    expect(await run(addDays(TODAY, 71))).toBe(1)
    expect(await of(101)).toEqual([{ account_id: 1, subject: 'vacancy' }])
    // All who are named have left: those whom it concerns hear of it.
    await set({ vacancy_days: [{ days: 110 }], whom: 3, accounts: [people.gone] })
    expect(await run(addDays(TODAY, 80))).toBe(3)
    expect((await of(110)).map(({ account_id }) => account_id)).toEqual([1, people.pudong, people.both])
    await set({ vacancy: 2 })
    expect(await run(addDays(TODAY, 58))).toBe(0)
  })

  test('leave the house too where it is set: a mail for each person who has an address, a push for each matter, with the messages or not at all', async () => {
    const out = async () =>
      (
        await sql<
          Record<string, unknown>
        >`select channel, receiver, subject, content, resource, record_id from outbox order by outbox_id`.execute(server.db)
      ).rows
    await sql`update account set email = 'both@anju.example' where user_id = ${people.both}`.execute(server.db)
    await set({ vacancy: 1, vacancy_days: [{ days: 202 }], whom: 3, accounts: [people.both, people.pudong] })
    expect(await run(addDays(TODAY, 172))).toBeGreaterThan(0)
    expect(await out()).toEqual([])

    await set({ vacancy_days: [{ days: 301 }], by_mail: 1, by_push: 1 })
    const day = addDays(TODAY, 271)
    await expect(
      server.db.transaction().execute(async (tx) => {
        expect(await remind(tx, at(day))).toBe(2)
        throw new Error('the run breaks off')
      }),
    ).rejects.toThrow('breaks off')
    expect(await out()).toEqual([])
    expect(await run(day)).toBe(2)
    const content = (await told('both')).at(-1) ?? ''
    expect(content).toContain('已 301 天')
    const [mail, push, ...more] = await out()
    expect(more).toEqual([])
    expect(mail).toEqual({
      channel: 1,
      receiver: 'both@anju.example',
      subject: '房态提醒 1 条',
      content,
      resource: 'account',
      record_id: people.both,
    })
    expect(push).toMatchObject({ channel: 2, receiver: null, subject: '房间长期空置', resource: 'org', record_id: rooms[2] })
    expect(JSON.parse(String(push?.content))).toMatchObject({
      type: 'reminder.vacancy',
      data: { title: '房间长期空置', content, days: 301, resource: 'org', org_id: rooms[2] },
    })
    expect(await run(day)).toBe(0)
    expect(await out()).toHaveLength(2)
  })

  test('once a day, from the hour that is set, by one of the nodes; the day the store was made none', async () => {
    const [job] = reminderJobs as [JobSpec]
    await set({ hour: 9 })
    expect(await (job.every as (db: Database) => Promise<Every>)(server.db)).toBe('09:00')
    const keyAt = (time: string) => job.once?.({ now: secondsOf(`2027-03-01 ${time}`) ?? 0, params: {} })
    expect(keyAt('09:00')).toBe(keyAt('23:00'))
    const silent = (day: string) => server.db.transaction().execute((tx) => isSilentDay(tx, day))
    const { rows } = await sql<{ day: string }>`select day from reminder_day order by day limit 1`.execute(server.db)
    expect(await silent(rows[0]?.day ?? '')).toBe(true)
    expect(await silent('2027-03-01')).toBe(false)
  })
})
