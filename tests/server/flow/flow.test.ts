import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FEN } from '../../../src/protocol/fen.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, fillGround, flat, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../../help/testServer.ts'

interface Flow {
  flow_id: number
  sn: string
  type: number
  price: number
  state: number
  reverses: number | null
}

let server: TestServer
let ground: Ground
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

const add = (changes: Record<string, unknown> = {}): Promise<Answer> => server.call('/api/flow/add', flowOf(ground, changes), admin)
const reverse = (flow_id: number, note = '录错'): Promise<Answer> => server.call('/api/flow/reverse', { flow_id, note }, admin)
const listed = async (custom_name: string): Promise<Flow[]> =>
  (await server.call('/api/flow/index', { custom_name, page_rows: 1000 }, admin)).data.list

describe('append-only', () => {
  test.each(['update flow set price = 1', 'update flow set note = null', 'delete from flow', 'truncate flow cascade'])(
    '%s is refused by the database',
    async (text) => {
      await add()
      const before = await sql`select * from flow order by flow_id`.execute(server.db)
      await expect(sql.raw(text).execute(server.db)).rejects.toThrow('流水只能追加')
      expect((await sql`select * from flow order by flow_id`.execute(server.db)).rows).toEqual(before.rows)
    },
  )
})

describe('one entry', () => {
  test('is listed as it was sent, with its receipt, its item and its maker', async () => {
    const { data } = await add({ custom_name: '张三丰', deal_time: '2026-03-01 09:30', note: '现场' })
    expect((await listed('张三丰'))[0]).toMatchObject({
      ...data,
      price: 12_345,
      type: 1,
      way: 3,
      item: '物业费',
      state: 1,
      deal_time: 1_772_328_600,
      created_by_title: '系统管理员',
    })
  })

  test.each([
    [{ price: 0.5 }, '金额须为数字，最多两位小数'],
    [{ price: '10.5' }, '金额须为数字，最多两位小数'],
    [{ price: 'abc' }, '金额须为数字，最多两位小数'],
    [{ price: 'NaN' }, '金额须为数字，最多两位小数'],
    [{ price: 0 }, '金额须大于0'],
    [{ price: -1 }, '金额须大于0'],
    [{ price: MAX_FEN + 1 }, '金额不能大于99,999,999,999.99元'],
    [{ price: 2 ** 53 }, '金额不能大于99,999,999,999.99元'],
    [{ price: undefined }, '金额必填'],
    [{ custom_name: '' }, '交易人姓名必填'],
    [{ from_id: 999 }, '账单类型必填'],
    [{ end_date: '2025-12-31' }, '费用周期结束时间不能早于开始时间'],
    [{ start_date: '2026-02-30' }, '费用周期开始时间格式不正确，应为 2026-11-21'],
    [{ way: 5 }, '支付方式不在可选范围内'],
    [{ imgs: [1, 2, 3, 4, 5, 6, 7] }, '最多只能上传6张'],
    [{ imgs: [999] }, '图片不存在或已被删除，请重新上传'],
    [{ org_id: 999 }, '房间不存在，或不在您负责的项目内'],
  ])('%j is refused: %s', async (changes, msg) => {
    for (const style of ['A', 'B'] as const)
      expect(await server.call('/api/flow/add', flowOf(ground, changes), admin, style)).toMatchObject({ code: 400, msg })
  })

  test('the smallest and the largest amount are kept to the fen', async () => {
    for (const price of [1, MAX_FEN, 2 ** 31, 1_999_999_999_999]) await add({ price, custom_name: '边界' })
    expect((await listed('边界')).map((flow) => flow.price).sort((a, b) => a - b)).toEqual([1, 2 ** 31, 1_999_999_999_999, MAX_FEN])
  })
})

describe('without a room', () => {
  const projectOf = async (answer: Answer): Promise<number | null | undefined> => {
    const { rows } = await sql<{ p_id: number | null }>`select p_id from flow where flow_id = ${answer.data?.flow_id ?? 0}`.execute(
      server.db,
    )
    return rows[0]?.p_id
  }
  const asker = async (name: string, projects: number[] | null) => {
    const token = await tokenOf(server, await addAccount(server, name, ['/api/flow/add'], projects))
    return (changes: Record<string, unknown> = {}): Promise<Answer> => server.call('/api/flow/add', flowOf(ground, changes), token)
  }

  test('someone with several projects is asked which, and none is guessed', async () => {
    const record = await asker('several', [1, 2])
    for (const custom_name of ['甲', '乙'])
      expect(await record({ custom_name })).toMatchObject({ code: 400, msg: '您负责多个项目，请选择项目', data: { field: 'p_id' } })
    expect(await projectOf(await record({ p_id: 2 }))).toBe(2)
    expect(await projectOf(await record({ p_id: 1 }))).toBe(1)
  })

  test('of one project it is known, of all it may stand open: the money is the operator’s as a whole', async () => {
    const [one, all] = [await asker('one', [2]), await asker('all', null)]
    expect(await projectOf(await one())).toBe(2)
    expect(await projectOf(await one({ p_id: 2 }))).toBe(2)
    expect(await projectOf(await all())).toBe(null)
    expect(await projectOf(await all({ p_id: 1 }))).toBe(1)
  })

  test('a project that is not theirs, is none at all, or of whoever has none, is refused', async () => {
    const refused = { code: 400, msg: '项目不存在，或不在您负责的项目内', data: { field: 'p_id' } }
    expect(await (await asker('strict', [2]))({ p_id: 1 })).toMatchObject(refused)
    expect(await (await asker('unknown', null))({ p_id: 99 })).toMatchObject(refused)
    expect(await (await asker('nowhere', []))()).toMatchObject({ ...refused, msg: '请选择您负责的所属项目' })
  })

  test('a room says by itself where the money belongs', async () => {
    const { data } = await server.call('/api/org/add', flat(ground, { p_id: 2 }), admin)
    const record = await asker('roomy', [1, 2])
    expect(await projectOf(await record({ org_id: data.org_id[0], p_id: 1 }))).toBe(2)
    expect(await projectOf(await record({ unit_id: data.unit_id }))).toBe(2)
  })

  test('a house of a community that is not known yet asks the same', async () => {
    const token = await tokenOf(server, await addAccount(server, 'builder', ['/api/unit/add'], [1, 2]))
    const house = flat(ground, { region_name: '新小区', region_number: '1' })
    expect(await server.call('/api/org/add', house, token)).toMatchObject({
      code: 400,
      msg: '您负责多个项目，请选择项目',
      data: { field: 'p_id' },
    })
    expect(await server.call('/api/org/add', { ...house, p_id: 2 }, token)).toMatchObject({ code: 200 })
  })
})

test('50 entries at once get 50 receipts', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, price) => add({ price: price + 1, custom_name: '并发' })))
  expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.data.sn)).size).toBe(50)
  const flows = await listed('并发')
  expect(flows.reduce((sum, flow) => sum + flow.price, 0)).toBe((50 * 51) / 2)
})

describe('reversal', () => {
  test('of ten tries at once one is done; the pair sums to 0', async () => {
    const { data } = await add({ custom_name: '冲一次' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => reverse(data.flow_id, `第${index}次`)))
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    for (const answer of answers) if (answer.code === 409) expect(answer.msg).toBe('该流水已红冲，不能再次红冲')
    const flows = await listed('冲一次')
    expect(flows.map((flow) => flow.state).sort()).toEqual([2, 3])
    expect(flows.reduce((sum, flow) => sum + flow.price, 0)).toBe(0)
  })

  test('a reversal is final, an unknown entry is 404, a reason is asked for', async () => {
    const { data } = await add({ custom_name: '终局' })
    const done = await reverse(data.flow_id)
    expect(await reverse(done.data.flow_id)).toMatchObject({ code: 409, msg: '红字流水不能再红冲' })
    expect(await reverse(data.flow_id, '再来')).toMatchObject({ code: 409, msg: '该流水已红冲，不能再次红冲' })
    expect(await reverse(999_999)).toMatchObject({ code: 404 })
    expect(await reverse(data.flow_id, '')).toMatchObject({ code: 400, msg: '红冲原因必填' })
  })

  test('carries room, period and source of the entry it takes back', async () => {
    const { data } = await add({ custom_name: '原样', type: 2, way: 8, from: 3, from_id: ground.pledge })
    await reverse(data.flow_id)
    const { rows } = await sql<{ n: number }>`
      select count(distinct (type, way, "from", from_id, start_date, end_date, org_id, p_id, abs(price))) as n from flow where custom_name = '原样'
    `.execute(server.db)
    expect(rows[0]?.n).toBe(1)
  })
})

describe('after any sequence, at once or in turn', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), price: fc.integer({ min: 1, max: 1_000_000 }), type: fc.constantFrom(1, 2) }),
    fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat(20) }),
  )
  let run = 0
  // Each try is a request of its own: the same one again would be answered, not done.
  let asked = 0
  test('the sums are those of the model and every reversed entry has one opposite', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }), async (rounds) => {
        const custom_name = `模型${String(++run).padStart(4, '0')}`
        const model: { flow_id: number; type: number; price: number; tries: number[] }[] = []
        for (const round of rounds) {
          const known = [...model]
          const targets = round.map((move) => (move.kind === 'reverse' ? known[move.pick % known.length] : undefined))
          await Promise.all(
            round.map(async (move, index) => {
              if (move.kind === 'add') {
                const { code, data } = await add({ custom_name, price: move.price, type: move.type })
                expect(code).toBe(200)
                model.push({ flow_id: data.flow_id, type: move.type, price: move.price, tries: [] })
                return
              }
              const target = targets[index]
              if (!target) return
              const { code } = await reverse(target.flow_id, `第${++asked}次`)
              expect([200, 409]).toContain(code)
              target.tries.push(code)
            }),
          )
        }
        const flows = await listed(custom_name)
        for (const type of [1, 2]) {
          const sum = flows.filter((flow) => flow.type === type).reduce((total, flow) => total + flow.price, 0)
          expect(sum).toBe(
            model.filter((entry) => entry.type === type && entry.tries.length === 0).reduce((total, entry) => total + entry.price, 0),
          )
        }
        for (const { flow_id, price, tries } of model) {
          expect(tries.filter((code) => code === 200)).toHaveLength(Math.min(1, tries.length))
          const opposites = flows.filter((flow) => flow.reverses === flow_id)
          expect(opposites.map((flow) => flow.price)).toEqual(tries.length > 0 ? [-price] : [])
          expect(flows.find((flow) => flow.flow_id === flow_id)?.state).toBe(tries.length > 0 ? 2 : 1)
        }
      }),
      { numRuns: rounds(10, 25), seed: 11 },
    )
  })
})
