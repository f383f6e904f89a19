import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { commitOf, draw, hashOf, seedOf } from '../../../server/domain/waiting/rules/lottery.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { type Lots, lotsOn, ROUND, SECRETS, waits } from '../../help/lots.ts'
import { textOf } from '../../help/pdf.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
type Params = Record<string, unknown>
let lots: Lots
beforeAll(async () => {
  lots = await lotsOn(at)
})

/** A queue of its own for each test: a kind of room in project 2, emptied of who waited there before. */
const queueOf = async (room_type: number): Promise<Params> => {
  await sql`update waiting set room_type = 3, p_id = 1 where room_type = ${room_type} and p_id = 2 and status = 1`.execute(at.server.db)
  return { p_id: 2, room_type }
}
/** What a paper of a lottery says, without its lines. */
const papers = async (print: string, lottery_id: number): Promise<string> => {
  const { data } = await lots.deed(print, lottery_id)
  const bytes = new Uint8Array(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())
  return (await textOf(bytes)).replace(/\s/g, '')
}
const lotsOf = async (lottery_id: number): Promise<Params[]> =>
  (await ask('/api/lottery_row/index', { lottery_id: [lottery_id], page: 1, page_rows: 100 })).data.list

test('a lottery from its pool to an order: what is published is enough to draw it again, and the queue stands by it', async () => {
  const first = await waits(at, { priority: 1 })
  const others = [await waits(at), await waits(at), await waits(at)]
  await waits(at, { room_type: 2 })
  const id = await lots.add()
  expect(await lots.detail(id)).toMatchObject({ status: 1, operator: 1, number: expect.stringMatching(/^YH\d{9}$/) })
  await lots.upTo(id, 'frozen')
  const pool = (await lots.deed('pool', id)).data
  const { pool_hash, number } = await lots.detail(id)
  expect([pool.name, hashOf(pool.text)]).toEqual([`${number}.txt`, pool_hash])
  expect(pool.text.split('\n')[7]).toBe('count 4')
  // Who comes now is not in it.
  const late = await waits(at)
  await ask('/api/lottery/round', { lottery_id: id, round_name: '双色球第 2026140 期', round_at: Math.floor(Date.now() / 1000) + 3600 })
  for (const [secret, token] of [[SECRETS.a], [SECRETS.b, lots.supervisor]] as const)
    expect((await lots.deed('commit', id, { secret }, token)).msg).toBe('')
  expect(await lots.detail(id)).toMatchObject({ status: 3, commit_a: commitOf(SECRETS.a), commit_b: commitOf(SECRETS.b), secret_a: null })
  // What goes out before the round says all by which anybody can check it afterwards, and no secret.
  const before = await lots.detail(id)
  const notice = await papers('notice', id)
  const receipts = pool.text
    .trimEnd()
    .split('\n')
    .slice(8)
    .map((line: string) => line.split(' ')[1])
  for (const said of ['摇号公告', before.pool_hash, before.commit_a, before.commit_b, before.program_hash, before.round_name, ...receipts])
    expect(notice).toContain(String(said).replaceAll(' ', ''))
  for (const secret of Object.values(SECRETS)) expect(notice).not.toContain(secret)
  const script = await ask('/api/lottery/script', { lottery_id: id })
  expect(script.data).toEqual({ name: 'lottery.mjs', text: readFileSync('server/domain/waiting/lottery.mjs', 'utf8') })
  for (const [secret, token] of [[SECRETS.b, lots.supervisor], [SECRETS.a]] as const)
    expect((await lots.deed('reveal', id, { secret }, token)).msg).toBe('')
  expect(await lots.detail(id)).toMatchObject({ status: 4, secret_a: SECRETS.a, secret_b: SECRETS.b, seed: null })
  await lots.roundIsOver(id)
  expect((await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)).data.said).toBe('已录入，等另一方录入同样的轮号')
  expect((await lots.detail(id)).round_number).toBe(null)
  expect((await lots.deed('enter', id, { round_number: ROUND })).data.said).toBe('双方所录相同，已摇号')

  const seed = seedOf(String(pool_hash), ROUND, SECRETS.a, SECRETS.b)
  expect(await lots.detail(id)).toMatchObject({ status: 5, seed, round_number: ROUND })
  const entrants = pool.text
    .trimEnd()
    .split('\n')
    .slice(8)
    .map((line: string) => ({ priority: Number(line.split(' ')[0]), receipt: line.split(' ')[1] }))
  const drawn = await lotsOf(id)
  expect(drawn.map(({ receipt, lottery_no, priority, place }) => ({ receipt, lottery_no, priority, place }))).toEqual(draw(seed, entrants))
  // Not before it is published.
  const rowOf = async (wait_id: number): Promise<Params> => (await ask('/api/Waiting/detail', { wait_id })).data
  expect((await rowOf(first)).lottery_no).toBe(null)
  expect((await lots.deed('publish', id)).msg).toBe('')
  const expected = draw(seed, entrants)
    .toSorted((one, other) => one.priority - other.priority || one.lottery_no - other.lottery_no)
    .map(({ receipt }) => receipt)
  const order = (await ask('/api/Waiting/index', { p_id: [1], room_type: [1], status: [1], page: 1, page_rows: 20 })).data.list
  expect(order.map(({ receipt }: Params) => receipt)).toEqual([...expected, (await rowOf(late)).receipt])
  expect(order.map(({ rank }: Params) => rank)).toEqual([1, 2, 3, 4, 5])
  expect([(await rowOf(first)).rank, others.length]).toEqual([1, 3])

  const text = await papers('result', id)
  for (const said of ['摇号结果', seed.slice(0, 20), SECRETS.b, ROUND.replaceAll(' ', ''), expected[0] ?? '', '19683d18'])
    expect(text).toContain(said)

  // A later one gives lots to those who have none, after these.
  const second = await lots.add({ title: '第二批一室摇号' })
  await lots.upTo(second, 'published')
  expect(await lotsOf(second)).toMatchObject([{ wait_id: late, lottery_no: 5, place: 1 }])
})

test('nobody freezes twice, out of order, or beside another that is under way', async () => {
  const queue = await queueOf(1)
  await waits(at, queue)
  const id = await lots.add(queue)
  const empty = await lots.add({ ...queue, room_type: 2 })
  expect(await lots.deed('freeze', empty)).toMatchObject({ code: 409, msg: '这个队里没有可以摇号的人' })
  expect((await lots.deed('freeze', id)).msg).toBe('')
  expect(await lots.deed('freeze', id)).toMatchObject({ code: 409 })
  const beside = await lots.add(queue)
  expect(await lots.deed('freeze', beside)).toMatchObject({ code: 409, msg: '这个队还有一次摇号没有公布' })
  for (const [name, params] of [
    ['reveal', { secret: SECRETS.a }],
    ['enter', { round_number: ROUND }],
    ['publish', {}],
  ] as const)
    expect(await lots.deed(name, id, params)).toMatchObject({ code: 409 })
  expect((await lots.deed('cancel', id, { reason: '轮次没有约好' })).msg).toBe('')
  expect((await lots.deed('freeze', beside)).msg).toBe('')
  expect((await lots.deed('cancel', beside, { reason: '试' })).msg).toBe('')
})

test('two people do it: neither does the other’s, nobody does both, and a third does nothing', async () => {
  const queue = await queueOf(1)
  await waits(at, queue)
  expect(await ask('/api/lottery/add', { title: '自己监督', ...queue, classes: [2], supervisor: 1 })).toMatchObject({
    code: 400,
    msg: '监督方须是另一个人',
  })
  // Of what he does not see he can agree to nothing, and the queue would wait.
  const elsewhere = await addAccount(at.server, 'elsewhere', ['*'], [1])
  expect(await ask('/api/lottery/add', { title: '别处监督', ...queue, classes: [2], supervisor: elsewhere })).toMatchObject({
    code: 400,
    msg: 'elsewhere不负责这个项目，看不到',
    data: { field: 'supervisor' },
  })
  const stranger = await tokenOf(at.server, await addAccount(at.server, 'stranger', ['*']))
  const id = await lots.add(queue)
  expect(await lots.deed('freeze', id, {}, lots.supervisor)).toMatchObject({ code: 409, msg: '只有本次摇号的操作方可以办理' })
  expect(await lots.deed('freeze', id, {}, stranger)).toMatchObject({ code: 409 })
  await lots.upTo(id, 'frozen')
  const round = { round_name: '双色球', round_at: Math.floor(Date.now() / 1000) + 3600 }
  expect(await lots.deed('commit', id, { secret: SECRETS.a })).toMatchObject({ code: 409, msg: '请先约定公开轮次' })
  expect(await lots.deed('round', id, { ...round, round_at: Math.floor(Date.now() / 1000) - 1 })).toMatchObject({
    code: 400,
    data: { field: 'round_at' },
  })
  expect(await lots.deed('round', id, round, lots.supervisor)).toMatchObject({ code: 409 })
  await lots.deed('round', id, round)
  expect(await lots.deed('commit', id, { secret: 'too short' })).toMatchObject({ code: 400 })
  expect((await lots.deed('commit', id, { secret: SECRETS.a })).msg).toBe('')
  // Once one has committed, the round stays, and so does what was committed.
  expect(await lots.deed('round', id, round)).toMatchObject({ code: 409 })
  expect(await lots.deed('commit', id, { secret: 'another-secret-of-mine' })).toMatchObject({ code: 409, msg: '您已提交密约，不能再改' })
  expect(await lots.deed('commit', id, { secret: 'secret-of-a-stranger' }, stranger)).toMatchObject({ code: 409 })
  expect(await lots.deed('commit', id, { secret: SECRETS.a }, lots.supervisor)).toMatchObject({ code: 400, data: { field: 'secret' } })
  // Nothing is opened before both are committed.
  expect(await lots.deed('reveal', id, { secret: SECRETS.a })).toMatchObject({ code: 409 })
  expect((await lots.deed('commit', id, { secret: SECRETS.b }, lots.supervisor)).msg).toBe('')
  expect(await lots.deed('reveal', id, { secret: SECRETS.b })).toMatchObject({ code: 400, msg: '与提交的密约不符' })
  expect(await lots.deed('reveal', id, { secret: SECRETS.a }, stranger)).toMatchObject({ code: 409 })
  expect((await lots.deed('reveal', id, { secret: SECRETS.a })).msg).toBe('')
  expect(await lots.deed('reveal', id, { secret: SECRETS.a })).toMatchObject({ code: 409, msg: '您已揭示密语' })
  // Too late: what the round gave may be known by now.
  await lots.roundIsOver(id)
  expect(await lots.deed('reveal', id, { secret: SECRETS.b }, lots.supervisor)).toMatchObject({ code: 409 })
  expect((await lots.deed('cancel', id, { reason: '监督方没有揭示' })).msg).toBe('')
})

test('the number is typed after its time, by both alike; who differs is told, and nothing is drawn', async () => {
  const queue = await queueOf(1)
  await waits(at, queue)
  const id = await lots.add(queue)
  await lots.upTo(id, 'revealed')
  expect(await lots.deed('enter', id, { round_number: ROUND })).toMatchObject({ code: 409, msg: '还没有到开奖时间，不能录入轮号' })
  // What is open is never called off: its outcome could be known.
  expect(await lots.deed('cancel', id, { reason: '不想要' })).toMatchObject({ code: 409 })
  await lots.roundIsOver(id)
  expect(await lots.deed('enter', id, { round_number: '3, 5' })).toMatchObject({ code: 400 })
  await lots.deed('enter', id, { round_number: '1 2 3' })
  await lots.deed('enter', id, { round_number: '1 2 3' })
  expect((await lots.detail(id)).status).toBe(4)
  expect((await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)).data.msg).toBe('与另一方录入的不一样，请双方核对后重录')
  expect(await lots.detail(id)).toMatchObject({ status: 4, seed: null, round_number: null })
  expect((await lots.deed('enter', id, { round_number: ROUND })).msg).toBe('')
  expect((await lots.detail(id)).status).toBe(5)
  expect(await lots.deed('enter', id, { round_number: '9 9' })).toMatchObject({ code: 409 })
  expect((await lots.deed('publish', id)).msg).toBe('')
})

test('the store itself lets no pool be changed; one that was is not drawn', async () => {
  const queue = await queueOf(1)
  const victim = await waits(at, queue)
  await waits(at, queue)
  const id = await lots.add(queue)
  await lots.upTo(id, 'revealed')
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  for (const change of [
    `update lottery_row set priority = 1 where lottery_id = ${id}`,
    `delete from lottery_row where lottery_id = ${id}`,
    `update published_text set content = '' where resource = 'lottery' and record_id = ${id}`,
    `delete from published_text where resource = 'lottery' and record_id = ${id}`,
  ])
    await expect(run(change)).rejects.toThrow(/never/)
  // By whoever owns the store, past its guards.
  await run('alter table lottery_row disable trigger user')
  await run(`update lottery_row set priority = 1 where lottery_id = ${id} and wait_id = ${victim}`)
  await run('alter table lottery_row enable trigger user')
  await lots.roundIsOver(id)
  await lots.deed('enter', id, { round_number: ROUND })
  expect(await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)).toMatchObject({
    code: 409,
    msg: '名单与冻结时的不一样，不能摇号',
  })
  expect((await lots.detail(id)).status).toBe(4)
  await run('alter table lottery_row disable trigger user')
  await run(`update lottery_row set priority = 2 where lottery_id = ${id}`)
  await run('alter table lottery_row enable trigger user')
  expect((await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)).msg).toBe('')
  await expect(run(`update lottery_row set lottery_no = 1 where lottery_id = ${id}`)).rejects.toThrow(/never/)
})

test('where a side has left after both secrets were revealed, another enters the number in its place: the queue is not without lots for ever', async () => {
  const queue = await queueOf(3)
  await waits(at, queue)
  const id = await lots.add(queue)
  await lots.upTo(id, 'revealed')
  await lots.roundIsOver(id)
  const other = await addAccount(at.server, 'stands-in', ['*'])
  const token = await tokenOf(at.server, other)
  const enter = (who?: string) => lots.deed('enter', id, { round_number: ROUND }, who)
  expect((await enter(token)).code).toBe(409)
  const { supervisor } = await lots.detail(id)
  // Who has gone to another project cannot open it any more than who has left.
  await sql`update account set projects = array[99] where user_id = ${Number(supervisor)}`.execute(at.server.db)
  expect((await enter(token)).code).toBe(200)
  expect((await enter()).data.said).toBe('双方所录相同，已摇号')
  await sql`update account set projects = null where user_id = ${Number(supervisor)}`.execute(at.server.db)
  expect(await lots.detail(id)).toMatchObject({ status: 5, supervisor: other })
  const { rows } = await sql<{
    reason: string
  }>`select reason from waiting_event where lottery_id = ${id} and created_by = ${other}`.execute(at.server.db)
  expect(rows.map(({ reason }) => reason)).toEqual([expect.stringContaining('代不在的监督方')])
})

test('lots are drawn where the operator has said so, by those who may, in their projects', async () => {
  const detail = (await ask('/api/queueSetting/detail')).data
  const values = { hold_days: 7, lapse_counts: 1, most_declines: 3, objection_days: 7 }
  await ask('/api/queueSetting/save', { ...values, lottery_projects: [1], version: detail.version })
  const asked = { title: '试', p_id: 2, room_type: 1, classes: [2], supervisor: 1 }
  expect(await ask('/api/lottery/add', asked, lots.supervisor)).toMatchObject({ code: 400, data: { field: 'p_id' } })
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  const id = await lots.add()
  for (const name of ['freeze', 'pool']) expect(await lots.deed(name, id, {}, away)).toMatchObject({ code: 404 })
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/lottery/index']))
  expect((await lots.deed('freeze', id, {}, reader)).code).toBe(403)
})
