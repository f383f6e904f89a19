// A move with an effect against the bare guarded UPDATE that it comes down to, each with its row in 操作日志; and a decision of an approval
// against a plain move, both as calls. In turns, on the same record.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { call, login } from './lib/client.mjs'
import { fixed, median, print, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'
import { withSource } from './lib/source.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 400)
const WARM_UPS = 40

/** Times works in turns; what comes before each is not counted. */
const inTurns = async (works) => {
  const times = works.map(() => [])
  for (let round = -WARM_UPS; round < ROUNDS; round++)
    for (const [index, { before, work }] of works.entries()) {
      const ground = await before()
      const start = performance.now()
      await work(ground)
      if (round >= 0) times[index].push(performance.now() - start)
    }
  return times
}

const HEAD = ['', '中位 ms', 'p95 ms']
const rowOf = (name, times) => [name, fixed(median(times)), fixed(quantile(times, 0.95))]

/** Someone who has been called, put back to that before each move. */
const called = async (client) => {
  const { rows } = await client.query(`
    update waiting set status = 2, held_until = epoch_now() + 86400, version = version + 1
    where wait_id = (select min(wait_id) from waiting where org_id is not null and status in (2, 3)) returning wait_id, version`)
  return rows[0]
}

const moves = async (server, client) => {
  await withSource(async (load) => {
    await load('/server/wiring.ts')
    const { act } = await load('/server/calls/transition.ts')
    const { resourceNamed } = await load('/src/declared/declared.ts')
    const { kyselyOn, openPool } = await load('/server/store/connection/database.ts')
    const { inTransaction } = await load('/server/store/connection/transaction.ts')
    const { sql } = await load('/node_modules/kysely/dist/esm/index.js').catch(() => import('kysely'))
    const db = kyselyOn(openPool(server.connection(), 2))
    const waiting = resourceNamed('waiting')
    const choose = waiting.actions.find(({ name }) => name === 'choose')
    const actor = { userId: 1, path: choose.can, label: choose.label, address: '127.0.0.1' }
    const session = { userId: 1, scope: null }
    const before = () => called(client)
    const work = ({ wait_id, version }) =>
      inTransaction(db, actor, (tx) =>
        act({ tx, session, now: Math.floor(Date.now() / 1000) }, waiting, choose, { keys: [wait_id], versions: [version], values: {} }),
      )
    const bare = ({ wait_id, version }) =>
      inTransaction(db, actor, (tx) =>
        sql`
          update waiting set status = 3, held_until = null, version = version + 1, updated_at = epoch_now()
          where wait_id = ${wait_id} and status in (2) and version = ${version} returning wait_id
        `.execute(tx),
      )
    const [moved, plain] = await inTurns([
      { before, work },
      { before, work: bare },
    ])
    printTable([HEAD, rowOf('带作用的变动', moved), rowOf('只有守卫的 UPDATE', plain)])
    const ratio = median(moved) / median(plain)
    target('带作用的变动 ≤ 1.3 × 只有守卫的 UPDATE（各有操作日志）', ratio <= 1.3, `${fixed(ratio)} ×`)
    await db.destroy()
  })
}

/** A submission of two steps that waits for the administrator: agreeing leads to the second. */
const submission = async (client) => {
  const { rows } = await client.query(`
    with people as (select user_id from account where user_name = 'guanjia'), asked as (
      insert into audit (subject, business, label, path, resource, action, applicant_id, asked_ids, status, round, amount, changes, deed, specs, stands)
      select '新增流水：测', 5, '新增流水', '/api/flow/add', 'flow', 'add', 3, array[1], 1, 1, 100, '[]', 1,
        json_build_array(json_build_object('way', 1, 'who', 2, 'user_id', 1), json_build_object('way', 1, 'who', 2, 'user_id', p.user_id))::jsonb,
        '{"is":"asking","applicant":3,"round":1,"visit":1,"step":0,"tasks":[{"person":1,"said":null,"must":false}]}'
      from people p returning audit_id, version
    ), theirs as (insert into audit_person select audit_id, 1, 1, epoch_now() from asked union all select audit_id, 3, 2, epoch_now() from asked)
    select * from asked`)
  return rows[0]
}

const decisions = async (server, client) => {
  const token = await login(server.url)
  let n = 0
  const own = () => ({ request_id: `moves-${process.pid}-${++n}` })
  const [decided, moved] = await inTurns([
    {
      before: () => submission(client),
      work: ({ audit_id, version }) => call(server.url, '/api/my_audit/agree', { audit_id, version, opinion: '同意', ...own() }, token),
    },
    {
      before: () => called(client),
      work: ({ wait_id, version }) => call(server.url, '/api/Waiting/choose', { wait_id, version, ...own() }, token),
    },
  ])
  printTable([HEAD, rowOf('审批一步', decided), rowOf('一次变动', moved)])
  const ratio = median(decided) / median(moved)
  target('审批一步 ≤ 2 × 一次变动', ratio <= 2, `${fixed(ratio)} ×`)
}

await bench('变动与审批', async () => {
  const dir = mkdtempSync(join('/var/tmp', 'anju-bench-moves-'))
  const server = await startServer({ dir, sample: 'small' })
  const client = new pg.Client(server.connection())
  client.on('error', () => {})
  await client.connect()
  try {
    await moves(server, client)
    print()
    await decisions(server, client)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
