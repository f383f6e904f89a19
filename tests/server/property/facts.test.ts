import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditAllFacts, foldTallies, keepTimedFacts } from '../../../server/store/facts/keepFacts.ts'
import { rounds } from '../../help/depth.ts'
import { addRow, addTenant, fillGround, flat, type Ground } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let rooms: number[]
let tenant: number
let ground: Ground

const run = async (text: string): Promise<Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(server.db)).rows
const wrong = async (): Promise<{ name: string; wrong: number }[]> => (await auditAllFacts(server.db)).filter((one) => one.wrong > 0)

beforeAll(async () => {
  server = await startTestServer({}, { connections: 12 })
  ground = await fillGround(server)
  const token = await server.login()
  for (let room = 0; room < 4; room++) await server.call('/api/org/add', flat(ground), token, 'B')
  rooms = (await run('select org_id from org order by org_id')).map(({ org_id }) => Number(org_id))
  tenant = await addTenant(server)
  const person = { custom_name: '排队', card: '310101199003070011', phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 1 }
  for (let place = 0; place < 4; place++) await addRow(server, 'waiting', { ...person, qualified_at: place, status: 1 })
})
afterAll(() => server.close())

let number = 0
const contract = (room: number, status: number, from: number, days: number): string =>
  `insert into contract (sn, kind, custom_id, org_id, p_id, status, start_date, end_date, rent, deposit)
   values ('C${++number}', 1, ${tenant}, ${room}, 1, ${status}, current_date + ${from}, current_date + ${from + days}, 100000, 0) returning contract_id`
/** A bill of the contract that a condition names, with the tenant's share. */
const bill = (which: string, due: number, price: number): string =>
  `with made as (
     insert into bill (sn, custom_name, type, payer, payment_ratio, "from", contract_id, p_id, price, bill_date, start_date, end_date)
     select 'B${++number}', '租客', 2, 1, 100, 1, contract_id, 1, ${price}, current_date + ${due}, current_date + ${due}, current_date + ${due + 20 + number}
     from contract where ${which} returning bill_id, price
   ) insert into bill_share (bill_id, party, price, paid) select bill_id, 1, price, 0 from made returning bill_id`

/** Rooms that nobody has or has had. */
const empty = () =>
  run(
    'delete from surrender; delete from bill_share; delete from bill; delete from contract; update waiting set status = 1, org_id = null; update org set status = 1',
  )

describe('kept facts and tallies', () => {
  test('are what their functions say after any changes, at once or in turn', async () => {
    const [room, place, day] = [fc.nat(3), fc.nat(9), fc.integer({ min: -60, max: 60 })]
    const of = (table: string, place: number, key = `${table}_id`): string => {
      return `${key} = (select ${key} from ${table} order by ${key} offset ${place} % greatest(1, (select count(*) from ${table})::integer) limit 1)`
    }
    const move = fc.oneof(
      fc
        .record({ room, status: fc.constantFrom(1, 3, 4, 4, 4, 5, 6), day, days: fc.integer({ min: 0, max: 90 }) })
        .map(({ room, status, day, days }) => contract(rooms[room] ?? 0, status, day, days)),
      fc
        .record({ place, status: fc.constantFrom(1, 3, 4, 5, 6, 7, 8) })
        .map(({ place, status }) => `update contract set status = ${status} where ${of('contract', place)}`),
      fc
        .record({ place, room })
        .map(({ place, room }) => `update contract set org_id = ${rooms[room]}, end_date = end_date + 9 where ${of('contract', place)}`),
      fc.record({ place, day }).map(({ place, day }) => bill(of('contract', place), day, 500)),
      place.map((place) => `update bill set paid = price where is_void = 0 and ${of('bill', place)}`),
      place.map((place) => `update bill set paid = 0 where ${of('bill', place)}`),
      place.map((place) => `update bill set is_void = 1, paid = 0 where ${of('bill', place)}`),
      fc
        .record({ place, room, status: fc.constantFrom(1, 2, 3, 4) })
        .map(
          ({ place, room, status }) =>
            `update waiting set org_id = ${rooms[room]}, status = ${status} where ${of('waiting', place, 'wait_id')}`,
        ),
      fc
        .record({ place, room })
        .map(
          ({ place, room }) => `update waiting set org_id = nullif(${rooms[room]}, ${rooms[0]}) where ${of('waiting', place, 'wait_id')}`,
        ),
      fc
        .record({ room, status: fc.constantFrom(1, 2, 3) })
        .map(({ room, status }) => `update org set status = ${status} where org_id = ${rooms[room]}`),
      fc.record({ place, day }).map(
        ({ place, day }) =>
          `insert into surrender (contract_id, custom_name, kind, org_id, ground, planned_date, deposit, arrears, damages, refund, status, p_id)
             select contract_id, '租客', 1, org_id, 1, current_date + ${day}, 0, 0, 0, 0, 4, 1 from contract where ${of('contract', place)}`,
      ),
      place.map(
        (place) =>
          `with gone as (delete from bill where ${of('bill', place)} returning bill_id) delete from bill_share where bill_id in (select bill_id from gone)`,
      ),
      place.map((place) => `delete from contract where ${of('contract', place)}`),
    )
    let done = 0
    const seen = new Set<unknown>()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }), async (turns) => {
        for (const together of turns) {
          const ends = await Promise.allSettled(together.map(run))
          done += ends.filter(({ status }) => status === 'fulfilled').length
          expect(await wrong()).toEqual([])
          for (const { state } of await run('select distinct state from org')) seen.add(state)
        }
      }),
      { numRuns: rounds(20, 60) },
    )
    // Most moves are possible: else this would prove nothing.
    expect(done).toBeGreaterThan(rounds(60, 200))
    // At its end all rooms may be in the same.
    expect(seen.size).toBeGreaterThan(1)
  })

  test('a bill that waits for a room while its contract goes to another is counted there', async () => {
    const [from = 0, to = 0] = rooms
    await empty()
    const [made] = await run(contract(from, 4, -100, 300))
    const which = `contract_id = ${made?.contract_id}`
    const waiting = () => run("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into bill_share%'")
    const billed = await server.db.transaction().execute(async (tx) => {
      await sql.raw(`update contract set org_id = ${to} where ${which}`).execute(tx)
      const billed = run(bill(which, -30, 100))
      await expect.poll(async () => (await waiting()).length).toBe(1)
      // In an object: as it is it would be waited for before the commit that it waits for.
      return { done: billed }
    })
    await billed.done
    expect(await run(`select state from org where org_id = ${to}`)).toEqual([{ state: 6 }])
    expect(await wrong()).toEqual([])
  })

  test('two who settle the two bills of an overdue room at once leave it in order', async () => {
    const [room = 0] = rooms
    await empty()
    const [made] = await run(contract(room, 4, -100, 300))
    for (let round = 0; round < 10; round++) {
      const bills = await Promise.all([1, 2, 3, 4].map(() => run(bill(`contract_id = ${made?.contract_id}`, -30, 100))))
      expect(await run(`select state from org where org_id = ${room}`)).toEqual([{ state: 6 }])
      await Promise.all(bills.map(([one]) => run(`update bill set paid = price where bill_id = ${one?.bill_id}`)))
      expect(await run(`select state from org where org_id = ${room}`)).toEqual([{ state: 4 }])
    }
  })

  test('a room ends soon until its tenant has signed to go on in it: one who has signed for another leaves it', async () => {
    const [room = 0, other = 0] = rooms
    await empty()
    const [{ contract_id } = {}] = await run(contract(room, 4, -340, 350))
    const state = async () => (await run(`select state from org where org_id = ${room}`))[0]?.state
    const next = (of: number) =>
      run(
        `${contract(of, 4, 11, 300)
          .replace(/sn,/, 'former_id, sn,')
          .replace(/values \(/, `values (${contract_id}, `)}`,
      )
    expect(await state()).toBe(5)
    const [moved] = await next(other)
    expect(await state()).toBe(5)
    await run(`delete from contract where contract_id = ${moved?.contract_id}`)
    await next(room)
    expect(await state()).toBe(4)
    expect(await wrong()).toEqual([])
  })

  test('what time alone changes is kept as of today', async () => {
    await run(
      `select keep_room_facts(array(select org_id from org), current_date + 250), keep_occupancy_facts(array(select org_id from org), current_date + 250)`,
    )
    expect((await wrong()).map(({ name }) => name)).toEqual(['room_facts', 'occupancy_facts'])
    expect(await keepTimedFacts(server.db)).toBeGreaterThan(0)
    expect(await wrong()).toEqual([])
    expect(await keepTimedFacts(server.db)).toBe(0)
  })

  test('an audit finds what was written past the store', async () => {
    await run(`set session_replication_role = replica; update org set state = 9 where org_id = ${rooms[0]};
       set session_replication_role = origin; update tally_rent set receivable = receivable + 1`)
    expect((await wrong()).map(({ name }) => name)).toEqual(['room_facts', 'rent', 'rooms'])
    await run(`set session_replication_role = replica; update org set state = 4 where org_id = ${rooms[0]};
       set session_replication_role = origin; update tally_rent set receivable = receivable - 1`)
    expect(await wrong()).toEqual([])
  })

  test('a group has one row of its own, whoever of several is its first, with empty values too', async () => {
    const paid = (place: number): string =>
      `insert into flow (sn, type, way, price, custom_name, "from", from_id, start_date, end_date, deal_time, own_account_id, p_id, created_by)
       select 'F' || (${place} * 100 + n), 1 + n % 2, 3, 100 + n, '租客', 2, ${ground.cost}, '2023-11-01', '2023-11-30', ${1_700_000_000 + (place % 3) * 86_400}, null, nullif(n % 3, 0), nullif(n / 2 % 2, 0)
       from generate_series(1, 12) n`
    await Promise.all(Array.from({ length: 12 }, (_, place) => run(paid(place))))
    expect(await run('select day, cashier, p_id, count(*)::integer as heads from cash_day group by 1, 2, 3 having count(*) > 1')).toEqual(
      [],
    )
    const [days] = await run(
      'select count(*)::integer as days, sum(entries)::integer as entries, sum(income + outgo)::integer as price from cash_day_view',
    )
    expect(days).toEqual({ days: 18, entries: 144, price: 12 * (12 * 100 + 78) })
    expect(await wrong()).toEqual([])
    await run('delete from cash_day where cash_day_id = (select min(cash_day_id) from cash_day)')
    expect(await wrong()).toMatchObject([{ name: 'cash', wrong: 1 }])
    await run(
      'insert into cash_day (day, cashier, own_account_id, p_id) select day, cashier, own_account_id, p_id from tally_cash on conflict do nothing',
    )
    expect(await wrong()).toEqual([])
  })

  test('lines of a tally are folded while rows change, and nothing is lost', async () => {
    // A room that is let stays so, whatever its own state is changed to.
    await empty()
    const changes = Array.from(
      { length: 700 },
      (_, index) => `update org set status = ${1 + (index % 3)} where org_id = ${rooms[index % 4]}`,
    )
    const [folded] = await Promise.all([
      (async () => {
        let folded = 0
        for (let tries = 0; tries < 40; tries++) folded += (await foldTallies(server.db)) ?? 0
        return folded
      })(),
      ...Array.from({ length: 7 }, async (_, part) => {
        for (const change of changes.filter((_, index) => index % 7 === part)) await run(change)
      }),
    ])
    expect(await wrong()).toEqual([])
    expect(folded + ((await foldTallies(server.db)) ?? 0)).toBeGreaterThan(0)
    expect(await wrong()).toEqual([])
  })

  test('folding leaves the groups alone that did not change', async () => {
    await run('update tally_cash set is_pending = false')
    const rest = () => run("select xmin::text, * from tally_cash where day <> '2000-01-01' order by day, cashier, p_id, n")
    const before = await rest()
    expect(before.length).toBeGreaterThan(10)
    await run("insert into tally_cash select '2000-01-01', null, null, null, sign(n - 300), 0, 0, 0, true from generate_series(0, 600) n")
    expect(await foldTallies(server.db)).toBe(601)
    expect(await rest()).toEqual(before)
    expect(await wrong()).toEqual([])
  })

  test('no kept column is written by a call', async () => {
    const token = await server.login()
    const row = (await server.call('/api/org/detail', { org_id: rooms[0] }, token)).data
    const answer = await server.call('/api/org/edit', { org_id: rooms[0], version: row.version, state: 9 }, token)
    expect([answer.code, await wrong()]).toEqual([400, []])
  })

  test('what was kept on the day on which the job last ran is right until it runs again: a store that is brought back is of that day', async () => {
    await empty()
    await run(contract(rooms[1] ?? 0, 4, -60, 200))
    await run(bill('true', -5, 100))
    const names = async () => (await wrong()).map(({ name }) => name)
    expect(await names()).toEqual([])
    await run(`select keep_room_facts(array(select org_id from org), current_date - 7)`)
    expect(await names()).toEqual(['room_facts'])
    await run(
      `insert into job (kind, msg, params, state, started_at) values ('keep_facts', '', '{}', 'done', extract(epoch from current_date - 7)::bigint)`,
    )
    expect(await names()).toEqual([])
    // No day had this state.
    await run(
      `set session_replication_role = replica; update org set state = 9 where org_id = ${rooms[1]}; set session_replication_role = origin`,
    )
    expect(await names()).toEqual(['room_facts', 'rooms'])
  })
})
