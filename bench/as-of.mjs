// Lists and the room map as of a past day against the same as of now, at 100,000 rooms; and a change of a row with its past kept against one without.

import pg from 'pg'
import { call, login, timeInTurns } from './lib/client.mjs'
import { fixed, median, printTable, quantile, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'

const DAYS_AGO = 60
const MOST = 20

await bench('截至过去某天：100,000 间', async () => {
  const server = await startServer()
  const token = await login(server.url)
  const client = new pg.Client(server.connection())
  await client.connect()
  const { rows } = await client.query(
    `select (current_date - ${DAYS_AGO})::text as day, (select count(*)::integer from row_history) as kept`,
  )
  const [{ day: as_of, kept }] = rows
  const asks = [
    ['房源列表第一页', '/api/org/list', {}],
    ['房源列表，空置', '/api/org/list', { state: [1] }],
    ['租客合同第一页', '/api/contract/index', { kind: [1] }],
    ['账单，逾期', '/api/bill/index', { state: [4] }],
    ['房态图', '/api/org/map', {}],
  ]
  const table = [[`留样 ${kept.toLocaleString('en')} 条`, '现在 ms', `${DAYS_AGO} 天前 ms`, 'p95 ms', '倍']]
  for (const [label, path, params] of asks) {
    const [now, then] = await timeInTurns(
      [() => call(server.url, path, params, token), () => call(server.url, path, { ...params, as_of }, token)],
      9,
      2,
    )
    const ratio = median(then) / median(now)
    table.push([label, fixed(median(now), 1), fixed(median(then), 1), fixed(quantile(then, 0.95), 1), fixed(ratio, 1)])
  }
  printTable(table)

  // The same guarded change as somebody's, of a row that is older than today, with the trigger and without it.
  const change = async () => {
    await client.query(
      `begin; select set_config('anju.actor', '1', true), set_config('anju.label', 'x', true), set_config('anju.path', 'x', true), set_config('anju.address', 'x', true)`,
    )
    await client.query(
      `update org set note = coalesce(note, '') || 'x' where org_id in (select org_id from org where status = 1 order by org_id limit 1000)`,
    )
    await client.query('rollback')
  }
  const without = async () => {
    await client.query('begin; alter table org disable trigger kept_changed')
    await client.query(
      `select set_config('anju.actor', '1', true), set_config('anju.label', 'x', true), set_config('anju.path', 'x', true), set_config('anju.address', 'x', true)`,
    )
    await client.query(
      `update org set note = coalesce(note, '') || 'x' where org_id in (select org_id from org where status = 1 order by org_id limit 1000)`,
    )
    await client.query('rollback')
  }
  const [kept1000, bare1000] = await timeInTurns([change, without], 15, 3)
  await client.end()
  const ratio = median(kept1000) / median(bare1000)
  printTable([
    ['改 1,000 行（各有操作日志）', '中位 ms'],
    ['留样', fixed(median(kept1000), 1)],
    ['不留样', fixed(median(bare1000), 1)],
  ])
  target(`留样的改动 ≤ 1.5 × 不留样的`, ratio <= 1.5, `${fixed(ratio)} ×`)
  target(
    `过去的列表 ≤ ${MOST} × 现在的`,
    table.slice(1).every((row) => Number(row[4]) <= MOST),
    table
      .slice(1)
      .map((row) => row[4])
      .join('、'),
  )
})
