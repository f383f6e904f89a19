import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import rentSetting from '../../src/resources/settings/rent.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, nowSeconds, signed } from '../help/testServer.ts'

const BILLS = 50
const { connection, startNode } = cluster('jobs')

/** Has reminders come due at midnight: any time of the day is after it. */
const remindAtMidnight = async (node: RealServer): Promise<void> => {
  const { token } = (await post<{ token: string }>(node, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const { detail, save } = callsOfSetting(rentSetting)
  const { values, version } = (await post<{ values: object; version: number }>(node, detail, signed({}, token))).data
  expect(await post(node, save, signed({ ...values, hour: 0, version }, token))).toMatchObject({ code: 200 })
}

const kill = async ({ child }: RealServer): Promise<void> => {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
}

test('the reminders of a day are sent once, though the node that was at it is killed and two others start at once', async () => {
  const zero = await startNode()
  await remindAtMidnight(zero)
  await zero.stop()
  const [client, holder] = [new pg.Client(connection()), new pg.Client(connection())]
  for (const one of [client, holder]) {
    one.on('error', () => {})
    await one.connect()
  }
  await client.query(`
    delete from reminder_day; delete from job;
    insert into project (name) values ('浦东一期');
    with made as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
      select 'ZD' || n, 1, 1, 100000, (now() at time zone 'Asia/Shanghai')::date - 30, '2026-01-01', '2026-01-31', 1, 100, '李雷', (select min(p_id) from project)
      from generate_series(1, ${BILLS}) n returning bill_id, p_id
    )
    insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100000, p_id from made`)
  const run = async () => (await client.query(`select once, attempt, state from job where kind = 'remind'`)).rows

  // Whoever sends reminders waits for this in the middle of it.
  await holder.query('begin; lock table message in access exclusive mode')
  const day = dateOf(nowSeconds())
  const first = await startNode()
  await expect.poll(run, { interval: 50, timeout: 30_000 }).toEqual([{ once: day, attempt: 1, state: 'running' }])
  const [second, third] = await Promise.all([startNode(), startNode()])
  await kill(first)
  await expect.poll(run, { interval: 50, timeout: 30_000 }).toEqual([{ once: day, attempt: 2, state: 'running' }])
  await holder.query('rollback')
  await expect.poll(run, { interval: 50, timeout: 30_000 }).toEqual([{ once: day, attempt: 2, state: 'done' }])

  // Nor does anyone at a later start.
  await Promise.all([kill(second), kill(third)])
  const last = await startNode()
  await expect.poll(async () => (await fetch(`${last.url}/readyz`)).status).toBe(200)
  const done = `select count(*)::integer as n from job where kind = 'clean_up' and state in ('queued', 'running')`
  await expect.poll(async () => (await client.query(done)).rows).toEqual([{ n: 0 }])
  expect(await run()).toEqual([{ once: day, attempt: 2, state: 'done' }])
  const told = `select count(*)::integer as n, count(distinct content)::integer as contents from message where title = '账单逾期未付'`
  expect((await client.query(told)).rows).toEqual([{ n: BILLS, contents: BILLS }])
  await Promise.all([client.end(), holder.end()])
})
