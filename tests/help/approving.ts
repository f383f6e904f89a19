import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import jobs from '../../server/domain/approval/jobs.ts'
import { addAccount, fillGround, flowOf, type Ground, tokenOf } from './store/ground.ts'
import { type Answer, startTestServer, type TestServer } from './testServer.ts'

const NAMES = ['ann', 'bob', 'eve', 'mal'] as const
type Name = (typeof NAMES)[number]

const PAGE = ['/api/flow/add', '/api/flow/index', 'key:audit']

/** Gives a test file a server on which expenses are applied for: who applies (ann), two who decide, one who has nothing to do with it (mal). */
export const approving = () => {
  let server: TestServer
  let ground: Ground
  let admin: string
  const people: Record<Name, number> = { ann: 0, bob: 0, eve: 0, mal: 0 }
  const tokens: Record<Name, string> = { ann: '', bob: '', eve: '', mal: '' }
  let version = 0
  const expense = (changes: Record<string, unknown> = {}) => flowOf(ground, { type: 2, custom_name: '万达维修', price: 80_000, ...changes })
  let asked = 0
  /** Each is a call of its own, however like the last: the same request within a second would be answered as that was. */
  const call = (path: string, params: object, token: string): Promise<Answer> =>
    server.call(path, { ...params, request_id: `approvals-${++asked}`.padEnd(16, '-') }, token)
  const setSteps = async (steps: object[]): Promise<void> => {
    const expense = steps.map((step) => ({ way: 1, ...step }))
    const answer = await call('/api/checkSetting/save', { expense, version }, admin)
    expect(answer).toMatchObject({ code: 200 })
    version += 1
  }
  const submitted = async (changes: Record<string, unknown> = {}, who: Name = 'ann'): Promise<number> => {
    const answer = await call('/api/flow/add', expense(changes), tokens[who])
    expect(answer).toMatchObject({ code: 200, data: { audit_ids: [expect.any(Number)] } })
    return answer.data.audit_ids[0]
  }
  const flows = async (): Promise<{ created_by: number; sn: string }[]> =>
    (
      await sql<{ created_by: number; sn: string }>`select created_by, sn from flow where type = 2 and flow_id > ${last.flow}`.execute(
        server.db,
      )
    ).rows
  const mine = async (who: Name, part: number): Promise<Record<string, unknown>[]> =>
    (await call('/api/my_audit/index', { part: [part] }, tokens[who])).data.list.filter(
      ({ audit_id }: { audit_id: number }) => audit_id > last.audit,
    )
  const detail = async (audit_id: number, who: Name = 'ann') => (await call('/api/my_audit/detail', { audit_id }, tokens[who])).data
  const trail = async (audit_id: number, who: Name = 'ann') => (await call('/api/my_audit/trail', { audit_id }, tokens[who])).data
  /** Has the time be over of some submissions, and does the job that looks for such. Throws what that throws. */
  const timeOver = async (...ids: number[]): Promise<void> => {
    await sql`update audit set due_at = epoch_now() - 1 where audit_id = any(${ids}::integer[]) and due_at is not null`.execute(server.db)
    const { db, config } = server
    const [job] = jobs
    const run = {
      db,
      own: { db },
      config,
      job: { kind: job?.name },
      label: job?.label,
      signal: new AbortController().signal,
      tell: () => {},
    }
    await job?.run(run as never)
  }
  const decide = (deed: string, audit_id: number, who: Name, params: object = {}): Promise<Answer> =>
    call(`/api/my_audit/${deed}`, { audit_id, ...params }, tokens[who])

  beforeAll(async () => {
    server = await startTestServer()
    ground = await fillGround(server)
    admin = await tokenOf(server)
    for (const name of NAMES) {
      people[name] = name === 'eve' ? await addAccount(server, name, ['key:audit'], [2]) : await addAccount(server, name, PAGE)
      tokens[name] = await tokenOf(server, people[name])
    }
  })
  afterAll(() => server.close())

  /** The last flow, and the last submission, from before a test. */
  let last = { flow: 0, audit: 0 }
  beforeEach(async () => {
    const { rows } = await sql<typeof last>`
      select (select coalesce(max(flow_id), 0) from flow) as flow, (select coalesce(max(audit_id), 0) from audit) as audit
    `.execute(server.db)
    last = rows[0] ?? last
  })
  return {
    get server() {
      return server
    },
    get admin() {
      return admin
    },
    /** The last flow, and the last submission, from before the test. */
    get last() {
      return last
    },
    /** Money in for a cost item, which nobody has to approve. */
    income: () => flowOf(ground),
    ...{ people, tokens, expense, call, setSteps, submitted, flows, mine, detail, trail, decide, timeOver },
  }
}
