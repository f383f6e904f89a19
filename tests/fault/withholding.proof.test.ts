import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sendFiles } from '../help/files.ts'
import { PASSWORD } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'
import { answerTo } from '../help/withholding.ts'

const BILLS = 50_000
const { connection, startNode } = cluster('withholding')

test('a node that is killed as it books a result of fifty thousand bills leaves nothing of it: another books it, each bill once', {
  timeout: 1_800_000,
}, async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const count = async (text: string): Promise<number> => Number((await client.query(`select count(*) as n from ${text}`)).rows[0].n)
  const call = async <T>(at: { url: string }, path: string, params: Record<string, unknown>) => {
    const answer = await post<T>(at as never, path, signed({ ...params, request_id: randomUUID() }, token))
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data
  }
  // One whose numbers are sealed lends them to the others: each by a name of his own, and so in a row of his own.
  await client.query("insert into project (name) values ('代扣项目')")
  const person = { name: '甲', card: '310101199003070019', phone: '13812345678', p_id: 1 }
  const { custom_id } = await call<{ custom_id: number }>(first, '/api/lessee/add', person)
  await call(first, '/api/lessee/agree', { custom_id, withhold_account: '6217001234567890123', withhold_on: '2026-01-01' })
  await client.query(`
    insert into lessee (name, card, "card$sealed", "card$hash", phone, "phone$sealed", "phone$hash", p_id, withhold, withhold_account, "withhold_account$sealed", "withhold_account$hash", withhold_on)
    select '租客' || n, card, "card$sealed", decode(lpad(to_hex(n), 32, '0'), 'hex'), phone, "phone$sealed", "phone$hash", 1, 1, withhold_account, "withhold_account$sealed", "withhold_account$hash", '2026-01-01'
    from lessee, generate_series(1, ${BILLS}) n where custom_id = ${custom_id}`)
  await client.query(`
    with made as (
      insert into bill (sn, custom_id, custom_name, "from", from_id, price, paid, bill_date, start_date, end_date, payer, payment_ratio, type, p_id)
      select 'ZDX' || custom_id, custom_id, name, 2, (select min(id) from cost), 100000, 0, '2026-03-01', '2026-03-01', '2026-03-31', 1, 100, 2, 1
      from lessee where name like '租客%' returning bill_id
    )
    insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, 100000, 0, 1 from made`)
  const asked = { name: '大户', kind: 1, way: 3, usual: 2, code: '1002.77', debit_layout: 2, merchant_no: 'M1' }
  const { own_account_id } = await call<{ own_account_id: number }>(first, '/api/own_account/add', asked)

  const steps: [string, number][] = []
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    steps.push([name, (performance.now() - begun) / 1000])
    return result
  }
  const { batch_id } = await timed('batch', () =>
    call<{ batch_id: number }>(first, '/api/withhold/batch', { kind: 1, own_account_id, p_id: 1, until: '2026-12-31' }),
  )
  expect(await count(`withhold_line where batch_id = ${batch_id}`)).toBe(BILLS)
  const { base64 } = await timed('export', () => call<{ base64: string }>(first, '/api/withhold/file', { batch_id }))
  const { bytes } = await answerTo(2, Buffer.from(base64, 'base64'), (_row, place) =>
    place % 50 === 0 ? { status: '失败', message: '余额不足' } : {},
  )
  const send = (at: { url: string }) =>
    sendFiles(at, signed({ batch_id, request_id: randomUUID() }, token), [{ name: '回盘.txt', bytes }], '/api/withhold/result')
  expect(await timed('result', () => send(first))).toMatchObject({
    code: 200,
    data: { done_rows: BILLS * 0.98, failed_rows: BILLS * 0.02 },
  })

  // Killed while it books.
  await expect
    .poll(() => count(`pg_stat_activity where state <> 'idle' and query like '%insert into "allocation"%' and pid <> pg_backend_pid()`), {
      interval: 5,
      timeout: 300_000,
    })
    .toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')
  expect([await count('flow'), await count('allocation'), await count('withhold_line where result <> 0')]).toEqual([0, 0, 0])

  const second = await startNode()
  await timed('booked', () => expect.poll(() => count('withhold_file where status = 3'), { interval: 200, timeout: 900_000 }).toBe(1))
  console.log(steps.map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', '))
  expect([await count('flow'), await count('withhold_line where result = 1'), await count('withhold_line where result = 2')]).toEqual([
    BILLS * 0.98,
    BILLS * 0.98,
    BILLS * 0.02,
  ])
  expect(await count('bill where paid = price')).toBe(BILLS * 0.98)
  expect(await count('withhold where status = 3')).toBe(1)
  expect(
    await count(
      '(select from withhold_line l left join flow f on f.flow_id = l.flow_id where l.result = 1 and f.price is distinct from l.paid) wrong',
    ),
  ).toBe(0)
  expect(await send(second)).toMatchObject({ code: 409 })
  expect(await count('flow')).toBe(BILLS * 0.98)
  await client.end()
})
