import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callsAt } from '../help/calls.ts'
import { monthBack } from '../help/closing.ts'
import { Office } from '../help/office.ts'
import { staffDeed } from '../help/officeDeeds.ts'
import type { Premises } from '../help/officeDesk.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { ReferenceBook } from '../help/referenceBook.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { companyCode, flat, type Ground } from '../help/store/ground.ts'
import { type Answer, md5, signed } from '../help/testServer.ts'

const OFFICES = 3
/** How often a node is killed, and each so many times the PostgreSQL as well. A thousand take about an hour; ANJU_KILLS=20 is a look. */
const KILLS = Number(process.env.ANJU_KILLS ?? 1000)
const STORE_EVERY = 10
/** So many are killed and come back at a time, while as many serve. */
const HANDS = 2
/** Between two deeds of an office: to start takes a node most of both cores, and what is in flight when one is killed counts, not how much there was. */
const PACE_MS = 30
const { connection, killStore, startNode } = cluster('office')

/** Nodes of which one or the other is killed, now and then, while the rest answers. */
const nodes: RealServer[] = []
let isOver = false

const killOne = async (nth: number): Promise<void> => {
  if (nth % STORE_EVERY === STORE_EVERY - 1) killStore()
  const [node] = nodes.splice(nth % nodes.length, 1)
  node?.child.kill('SIGKILL')
  if (node && node.child.signalCode === null) await once(node.child, 'exit')
  nodes.push(await startNode())
}

/** Asks whichever node is there until there is an answer: what was sent before and not answered is sent again as it was. */
const asking = async (path: string, params: Record<string, unknown>, nth: number, token: string): Promise<Answer> => {
  for (let turn = nth; ; turn++) {
    const node = nodes[turn % nodes.length]
    const answer = node && (await post<Record<string, never>>(node, path, signed(params, token)).catch(() => null))
    if (answer && answer.code < 500) return { status: 200, ...answer } as Answer
    await wait(20)
  }
}

test('offices at work while nodes are killed and what was not answered is sent again: every account is what a book kept beside it has, to the fen', {
  timeout: 120_000 + KILLS * 15_000,
}, async () => {
  for (let n = 0; n < 2 * HANDS; n++) nodes.push(await startNode())
  const { call } = callsAt(nodes[0]?.url ?? '')
  const { token } = (await post<{ token: string }>(nodes[0] as RealServer, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const pool = new pg.Pool({ ...connection(), max: OFFICES })
  pool.on('error', () => {})
  // What is looked up while the PostgreSQL comes back waits for it.
  const rows = async <T>(text: string): Promise<T[]> => {
    for (;;) {
      const found = await pool.query(text).catch(async (error: { severity?: string; code?: string }) => {
        if (error.severity === 'ERROR') throw error
        await wait(50)
      })
      if (found) return found.rows
    }
  }
  const idOf = async (text: string): Promise<number> => (await rows<{ id: number }>(text))[0]?.id ?? 0
  const p_id = await idOf("insert into project (name) values ('浦东一期') returning p_id as id")
  const kind = await idOf("insert into kind (name, show_type) values ('一居室', 2) returning id")
  const pledge = await idOf("insert into pledge (name) values ('试押金') returning id")
  const costs: Record<number, number> = {}
  const meters: Record<number, number> = {}
  for (const income of [1, 2, 3, 4, 5, 7])
    costs[income] = await idOf(
      `insert into cost (name, income, expense) values ('项${income}', ${income}, ${((income - 1) % 3) + 1}) returning id`,
    )
  for (const book of [1, 2])
    meters[book] = await idOf(`insert into simple (name, call, book) values ('表${book}', '吨', ${book}) returning id`)
  const made = async (path: string, params: Record<string, unknown>) => {
    const answer = await call(path, params, token)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const own_account_id = (await made('/api/own_account/add', { name: '押金专户', kind: 2, code: '1002.77' })).own_account_id
  const [org_id] = (await made('/api/org/add', flat({ kind: { 1: kind, 2: kind, 3: kind } } as Ground, { p_id }))).org_id
  const { custom_id } = await made('/api/lessee/add', { name: '王小明', card: '310101199003070019', phone: '13812345678', p_id })
  const firm = { name: '付款单位', code: companyCode(700), contact: '王', phone: '13812345678' }
  const { company_id } = await made('/api/company/add', firm)
  const premises: Premises = {
    ...{ rows, org_id, custom_id, company_id, own_account_id, pledge, costs, meters },
    ask: (path, params, nth) => asking(path, params, nth, token),
    cut: async () => expect.unreachable('no settlement here'),
    enter: async () => expect.unreachable('no statement here'),
    close: async () => false,
    reopen: async () => {},
  }

  const book = new ReferenceBook()
  const offices = Array.from({ length: OFFICES }, () => new Office(premises, book))
  const working = offices.map(async (office, seed) => {
    while (!isOver)
      for (const deed of fc.sample(staffDeed, { numRuns: 40, seed: office.asked * OFFICES + seed }))
        if (deed.is !== 'void' && deed.is !== 'find') {
          await office.do(deed)
          await wait(PACE_MS)
        }
  })
  const killing = Array.from({ length: HANDS }, async (_, hand) => {
    for (let kill = hand; kill < KILLS; kill += HANDS) {
      await wait(200 + ((kill * 137) % 1000))
      await killOne(kill)
      if (kill % 50 === 49) console.log(`${kill + 1} nodes killed, ${offices.reduce((sum, { asked }) => sum + asked, 0)} calls`)
    }
  })
  await Promise.all(killing)
  isOver = true
  await Promise.all(working)

  // The months are closed at last: the books are checked before any is, and what is earned is recognised once.
  const [{ closing_id } = { closing_id: 0 }] = await rows<{ closing_id: number }>(
    `select closing_id from closing where month < '${monthBack(0)}' order by month desc limit 1`,
  )
  await asking('/api/closing/close', { closing_id, note: '试', request_id: 'close' }, 0, token)
  await expect
    .poll(() => rows(`select status, said from closing where closing_id = ${closing_id}`), { timeout: 120_000, interval: 200 })
    .toMatchObject([{ status: 3 }])
  book.recognised()
  const balances = await rows<{ code: string; fen: string }>(
    'select a.code, sum(case l.side when 1 then l.price else -l.price end) as fen from journal_line l join ledger_account a using (ledger_account_id) group by 1',
  )
  expect(Object.fromEntries(balances.map(({ code, fen }) => [code, Number(fen)]).filter(([, fen]) => fen !== 0))).toEqual(
    Object.fromEntries([...book.balances].filter(([, fen]) => fen !== 0)),
  )
  console.log(`${offices.reduce((sum, { asked }) => sum + asked, 0)} calls, ${KILLS} nodes killed`)
  await pool.end()
})
