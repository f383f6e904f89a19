import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addAccount } from '../../help/store/ground.ts'
import { planOf } from '../../help/store/plans.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const PEOPLE = 4
let server: TestServer
let person: number

beforeAll(async () => {
  server = await startTestServer()
  const people: number[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await addAccount(server, `p${n}`, ['key:audit']))
  person = people[0] ?? 0
  // Everyone has a part in each: one applies, one is asked or has decided, one was told, for one others decided.
  await sql`
    with made as (
      insert into audit (subject, business, label, path, resource, action, applicant_id, asked_ids, status, round, changes, deed, created_at)
      select '新增流水：' || n, 5, '新增流水', '/api/flow/add', 'flow', 'add', ${person}::integer, '{}', 1 + n % 5, 1, '[]', 1, epoch_now() - n
      from generate_series(1, 6000) n returning audit_id, status, created_at
    )
    insert into audit_person (audit_id, user_id, part, since)
    select audit_id, user_id, (array[case when status = 1 then 1 else 3 end, 2, 4, 5])[1 + (audit_id + place) % ${PEOPLE}], created_at
    from made, unnest(${people}::integer[]) with ordinality as p (user_id, place)
  `.execute(server.db)
  await sql`analyze audit`.execute(server.db)
  await sql`analyze audit_person`.execute(server.db)
})
afterAll(() => server.close())

test.each([
  ['待我审批', 1],
  ['我发起的', 2],
  ['我已办', 3],
  ['抄送我的', 4],
])('%s is the beginning of its index, and its count looks at nothing else', async (_label, part) => {
  const plan = await planOf(server.db, resourceNamed('my_audit'), { part: [part] }, { scope: [person] })
  expect(plan).toContain('audit_person_part')
  expect(plan).not.toMatch(/Sort|Seq Scan|audit_pkey| on audit /)
})

test('我的审批 of all parts is the beginning of its index', async () => {
  const plan = await planOf(server.db, resourceNamed('my_audit'), {}, { scope: [person] })
  expect(plan).toContain('audit_person_since')
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})

test.each([
  ['since a time', { created_at_start: 1 }],
  ['by a text', { subject: '新增流水' }],
])('我的审批 %s, of which there is much, walks through one’s own alone, the newest first', async (_of, params) => {
  const plan = await planOf(server.db, resourceNamed('my_audit'), params, { scope: [person] })
  // The walk is the plan's last part.
  const walk = plan.slice(plan.lastIndexOf('->  Result'))
  expect(walk).toContain('audit_person_since')
  expect(walk).not.toMatch(/Sort|Seq Scan on audit_person/)
})

test.each([
  ['全部', {}],
  ['全部, by state', { status: [1] }],
])('%s is in the order of an index', async (_label, params) => {
  const plan = await planOf(server.db, resourceNamed('audit'), params)
  expect(plan).toMatch(/Index Only Scan Backward using audit_(created_at_order|status_filter)/)
  expect(plan).not.toMatch(/Sort/)
})
