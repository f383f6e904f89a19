import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { commitOf, draw, hashOf, seedOf } from '../../../server/domain/waiting/rules/lottery.ts'
import { adminServer } from '../../help/adminServer.ts'
import { attach, pdf } from '../../help/attachments.ts'
import { fetchFile } from '../../help/exports.ts'
import { type Lots, lotsOn, ROUND, SECRETS, waits } from '../../help/lots.ts'
import { textOf } from '../../help/pdf.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { scan } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
type Params = Record<string, unknown>
let lots: Lots
beforeAll(async () => {
  lots = await lotsOn(at)
})

const FIRST = '双色球第 2026140 期'
const NEXT = { round_name: '大乐透第 26130 期', round_at: Math.floor(Date.now() / 1000) + 7200 }

/** A lottery of a queue of its own: both secrets are open, and the time of its round is over. */
const notHeld = async (): Promise<number> => {
  await sql`update waiting set room_type = 3, p_id = 1 where room_type = 1 and p_id = 2 and status = 1`.execute(at.server.db)
  await sql`update lottery set status = 7, reason = '试' where status < 6`.execute(at.server.db)
  for (let people = 0; people < 3; people++) await waits(at, { p_id: 2, room_type: 1 })
  const id = await lots.add({ p_id: 2, room_type: 1 })
  await lots.upTo(id, 'revealed')
  await lots.roundIsOver(id)
  return id
}
const propose = async (lottery_id: number, changes: Params = {}, token?: string) =>
  ask('/api/lottery_round/add', { lottery_id, ...NEXT, reason: '当期停售', papers: [await scan(at)], ...changes }, token)
const agree = (lottery_id: number, changes: Params = {}, token = lots.supervisor) =>
  lots.deed('agreeRound', lottery_id, { ...NEXT, ...changes }, token)
const roundsOf = async (lottery_id: number): Promise<Params[]> =>
  (await ask('/api/lottery_round/index', { lottery_id: [lottery_id], page: 1, page_rows: 20 })).data.list
const eventsOf = async (lottery_id: number): Promise<string[]> => {
  const { list } = (await ask('/api/Waiting/detail_history', { lottery_id: [lottery_id], page: 1, page_rows: 50 })).data
  return list.map(({ reason }: Params) => String(reason)).toReversed()
}

test('a round that was not held gives way to another by both: published, on the chain, with pool and secrets as they were', async () => {
  const id = await notHeld()
  const before = await lots.detail(id)
  const paper = pdf('停售公告')
  const { file_id } = (await attach(at.server, at.admin, paper, '停售公告.pdf')).data
  const { data, msg } = await propose(id, { papers: [file_id] })
  expect(msg).toBe('')
  const toldTo = async (token?: string) =>
    (await ask('/api/notice/index', { status: [1], page: 1 }, token)).data.list.filter(({ title }: Params) =>
      String(title).startsWith('另约轮次'),
    )
  expect(await toldTo()).toEqual([])
  const [told] = await toldTo(lots.supervisor)
  expect(told).toMatchObject({ title: '另约轮次待您同意', resource: 'lottery', record_id: id })
  expect(told.content).toContain(`原定的 ${FIRST} 没有举行（当期停售），另一方提出改用 ${NEXT.round_name}`)
  // Nothing changes until the other side has agreed.
  expect(await lots.detail(id)).toMatchObject({ status: 4, round_name: FIRST, round_at: before.round_at })
  expect((await agree(id)).data.said).toBe('双方已同意，等新约的轮次开奖')
  expect((await toldTo()).map(({ title }: Params) => title)).toEqual(['另约轮次已同意'])

  const { round_name, round_at, pool_hash, commit_a, commit_b, secret_a, secret_b, number } = await lots.detail(id)
  expect({ round_name, round_at }).toEqual(NEXT)
  expect({ pool_hash, secret_a, secret_b }).toEqual({ pool_hash: before.pool_hash, secret_a: SECRETS.a, secret_b: SECRETS.b })
  expect([commit_a, commit_b]).toEqual([commitOf(SECRETS.a), commitOf(SECRETS.b)])
  const [round] = await roundsOf(id)
  expect(round).toMatchObject({ status: 2, former_name: FIRST, former_at: before.round_at, ...NEXT, proposer: 1 })
  const file = (await ask('/api/lottery_round/text', { round_id: data.round_id })).data
  expect([file.name, hashOf(file.text)]).toEqual([`${number}-${data.round_id}.txt`, round?.text_hash])
  expect(file.text.split('\n')).toEqual([
    'anju-lottery-round/1',
    `lottery ${number}`,
    `pool ${pool_hash}`,
    `not_held ${before.round_at} ${FIRST}`,
    `round ${NEXT.round_at} ${NEXT.round_name}`,
    `agreed_at ${round?.agreed_at}`,
    'reason 当期停售',
    expect.stringMatching(/^paper [0-9a-f]{64}$/),
    '',
  ])
  expect((await eventsOf(id)).filter((said) => said.includes('另约'))).toEqual([
    `提出另约轮次 ${number} ${NEXT.round_name} ${NEXT.round_at}`,
    `另约轮次 ${number} 没有举行：${FIRST} ${before.round_at}；另约：${NEXT.round_name} ${NEXT.round_at} ${round?.text_hash}`,
  ])

  // It is drawn by the new one, at its time, and the paper tells of the former.
  expect(await lots.deed('enter', id, { round_number: ROUND })).toMatchObject({ code: 409, msg: '还没有到开奖时间，不能录入轮号' })
  const pool: Params = (await lots.deed('pool', id)).data
  await lots.roundIsOver(id)
  await lots.deed('enter', id, { round_number: ROUND })
  await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)
  const seed = seedOf(String(pool_hash), ROUND, SECRETS.a, SECRETS.b)
  expect(await lots.detail(id)).toMatchObject({ status: 5, seed })
  const entrants = String(pool.text).trimEnd().split('\n').slice(8)
  const { list } = (await ask('/api/lottery_row/index', { lottery_id: [id], page: 1, page_rows: 20 })).data
  expect(list.map(({ receipt }: Params) => receipt)).toEqual(
    draw(
      seed,
      entrants.map((line) => ({ priority: Number(line.split(' ')[0]), receipt: line.split(' ')[1] ?? '' })),
      0,
    ).map(({ receipt }) => receipt),
  )
  const printed = (await lots.deed('result', id)).data
  const text = await textOf(new Uint8Array(await (await fetchFile(at.server, printed.handle, at.admin)).arrayBuffer()))
  for (const said of ['另约的轮次', '2026140', '26130', '当期停售']) expect(text.replaceAll('\n', '')).toContain(said)
})

test('neither side does it alone, in other words, or for the other; a third and another project do nothing', async () => {
  const id = await notHeld()
  const stranger = await tokenOf(at.server, await addAccount(at.server, 'stranger', ['*']))
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [1]))
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/lottery/index', '/api/lottery_round/index']))
  expect(await agree(id)).toMatchObject({ code: 409, msg: '没有待同意的另约轮次，请先由一方“另约轮次”' })
  const ofStranger = (await attach(at.server, stranger, pdf('别人的'), '公告.pdf')).data.file_id
  expect(await propose(id, { papers: [ofStranger] }, stranger)).toMatchObject({ code: 409, msg: '只有本次摇号的操作方与监督方可以办理' })
  const ofAway = (await attach(at.server, away, pdf('外地的'), '公告.pdf')).data.file_id
  expect(await propose(id, { papers: [ofAway] }, away)).toMatchObject({ code: 400, data: { field: 'lottery_id' } })
  expect((await propose(id, {}, reader)).code).toBe(403)
  expect(await propose(id, { papers: [] })).toMatchObject({ code: 400, data: { field: 'papers' } })
  expect(await propose(id, { papers: undefined })).toMatchObject({ code: 400, data: { field: 'papers' } })
  expect(await propose(id, { round_at: Math.floor(Date.now() / 1000) - 1 })).toMatchObject({ code: 400, data: { field: 'round_at' } })

  expect((await propose(id)).code).toBe(200)
  expect(await agree(id, {}, at.admin)).toMatchObject({ code: 409, msg: '这是您提出的，须由另一方同意' })
  expect(await agree(id, {}, stranger)).toMatchObject({ code: 409 })
  expect(await agree(id, {}, away)).toMatchObject({ code: 404 })
  expect(await agree(id, { round_name: '大乐透第 26131 期' })).toMatchObject({ code: 400, data: { field: 'round_name' } })
  expect(await agree(id, { round_at: NEXT.round_at + 60 })).toMatchObject({ code: 400, data: { field: 'round_at' } })
  const ofOther = (await attach(at.server, lots.supervisor, pdf('监督方的'), '公告.pdf')).data.file_id
  expect(await propose(id, { papers: [ofOther] }, lots.supervisor)).toMatchObject({ code: 409, data: { field: 'lottery_id' } })
  const [round] = await roundsOf(id)
  expect(await ask('/api/lottery_round/withdraw', { round_id: round?.round_id }, lots.supervisor)).toMatchObject({
    code: 409,
    msg: '只有提出的人可以撤回',
  })
  expect((await ask('/api/lottery_round/text', { round_id: round?.round_id })).code).toBe(409)
  expect(await lots.detail(id)).toMatchObject({ round_name: FIRST })

  // Who has named one names another in its place; the words that were shown before are no longer agreed to.
  const instead = { round_name: '大乐透第 26132 期', round_at: NEXT.round_at + 600 }
  expect((await propose(id, instead)).code).toBe(200)
  expect(await agree(id)).toMatchObject({ code: 400, data: { field: 'round_name' } })
  const both = await Promise.all([agree(id, instead), agree(id, instead)])
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect((await roundsOf(id)).map(({ status }) => status)).toEqual([3, 2])
})

test('not before the time, not once a number was entered by either, and not of one that is drawn', async () => {
  const id = await notHeld()
  await sql`update lottery set round_at = epoch_now() + 60 where lottery_id = ${id}`.execute(at.server.db)
  expect(await propose(id)).toMatchObject({ code: 409, msg: '还没有到约定的开奖时间，不能另约轮次' })
  await lots.roundIsOver(id)
  expect((await propose(id)).code).toBe(200)
  await lots.deed('enter', id, { round_number: ROUND }, lots.supervisor)
  // What was named falls away, and nothing can be named any more.
  expect(await roundsOf(id)).toMatchObject([{ status: 3 }])
  expect(await agree(id)).toMatchObject({ code: 409, msg: '已有一方录入轮号，不能另约轮次' })
  expect(await propose(id)).toMatchObject({ code: 409, msg: '已有一方录入轮号，不能另约轮次' })
  await lots.deed('enter', id, { round_number: ROUND })
  expect(await propose(id)).toMatchObject({ code: 409, msg: '双方都揭示之后、摇号之前，才能另约轮次' })
})

test('one that is not held either gives way again; a proposal whose time is over stands in nobody’s way', async () => {
  const id = await notHeld()
  await propose(id)
  await sql`alter table lottery_round disable trigger user`.execute(at.server.db)
  await sql`update lottery_round set round_at = epoch_now() - 5 where lottery_id = ${id}`.execute(at.server.db)
  await sql`alter table lottery_round enable trigger user`.execute(at.server.db)
  const ofOther = async () => (await attach(at.server, lots.supervisor, pdf(`公告 ${Math.random()}`), '公告.pdf')).data.file_id
  expect((await propose(id, { papers: [await ofOther()] }, lots.supervisor)).msg).toBe('')
  expect((await agree(id, {}, at.admin)).code).toBe(200)
  await lots.roundIsOver(id)
  const third = { round_name: '双色球第 2026145 期', round_at: NEXT.round_at + 86_400 }
  expect((await propose(id, third)).code).toBe(200)
  expect((await agree(id, third)).code).toBe(200)
  expect((await roundsOf(id)).map(({ former_name, status }) => [former_name, status])).toEqual([
    [FIRST, 3],
    [FIRST, 2],
    [NEXT.round_name, 2],
  ])
  expect(await lots.detail(id)).toMatchObject(third)
  // What was agreed to is never rewritten.
  for (const change of [
    `update lottery_round set former_name = '改' where lottery_id = ${id}`,
    `delete from lottery_round where lottery_id = ${id}`,
  ])
    await expect(sql.raw(change).execute(at.server.db)).rejects.toThrow(/never/)
})
