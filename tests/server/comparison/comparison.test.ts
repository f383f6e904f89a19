import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { moveBySystem } from '../../../server/calls/transition.ts'
import providentFund from '../../../server/domain/comparison/layouts/providentFund.ts'
import realEstate from '../../../server/domain/comparison/layouts/realEstate.ts'
import vehicle from '../../../server/domain/comparison/layouts/vehicle.ts'
import { writeLayout } from '../../../server/imports/layouts/writeLayout.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { adminServer } from '../../help/adminServer.ts'
import { comparing } from '../../help/comparing.ts'
import { proof } from '../../help/depth.ts'
import { upload } from '../../help/files.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, cardOf, tokenOf } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at

let clerk = ''
beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['*']))
})

const { apply, send, social, doubtsOf } = comparing(at, () => clerk)
const detail = async (apply_id: number) => (await ask('/api/qualification/detail', { apply_id })).data
const COUNTED = "select (select count(*) from comparison) || ' ' || (select count(*) from doubt) as n"
const counted = async (): Promise<string> => (await sql.raw<{ n: string }>(COUNTED).execute(at.server.db)).rows[0]?.n ?? ''
const photo = async (): Promise<number> => (await upload(at.server, at.admin, (await picture('家.png', 'png')).buffer)).data.img_id

describe('a bureau’s file', () => {
  test('in GBK: those who pay on more than the household declared are doubts, with both numbers; no card is kept', async () => {
    const { apply_id, card, other, name, mate } = await apply()
    const quiet = await apply()
    const { code, data, msg } = await send(1, social([card, 400_000], [other, 200_001], [quiet.card, 600_000], [cardOf(2999), 9_000_000]))
    expect([code, msg]).toEqual([200, ''])
    expect(data).toMatchObject({ matched: 3, doubts: 1, said: '4 行，比中 3 人，新疑点 1 条' })
    expect(await doubtsOf(quiet.apply_id)).toEqual([])
    const [doubt] = await doubtsOf(apply_id)
    expect(doubt).toMatchObject({
      ...{ person: `${name}、${mate}`, bureau: 1, rule: 1, status: 1, declared: '家庭月收入 ¥6,000.00' },
      found: `社保月缴费基数合计 ¥6,000.01（${name} ¥4,000.00、${mate} ¥2,000.01）`,
    })
    const { rows } = await sql<{
      all: string
    }>`select (select json_agg(c) from comparison c)::text || (select json_agg(d) from doubt d) as all`.execute(at.server.db)
    expect(rows[0]?.all).not.toContain(card)
    expect(rows[0]?.all).toContain(doubt.number)
  })

  test('the very same file twice is refused with the batch before; a newer one with the same finding makes no second doubt, also when it was excluded', async () => {
    const { apply_id, card } = await apply()
    const bytes = social([card, 700_000])
    expect(await send(1, bytes)).toMatchObject({ code: 200, data: { doubts: 1 } })
    const again = await send(1, bytes)
    expect(again).toMatchObject({ code: 409, data: { field: 'file' } })
    expect(again.msg).toMatch(/^此文件已由.+于 .+ 读入过（批次 BD\d{10}），没有再次读入$/)
    expect(await send(1, social([card, 700_000], [cardOf(2998), 1]))).toMatchObject({ code: 200, data: { doubts: 0 } })
    const [{ doubt_id }] = await doubtsOf(apply_id)
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '已离职' })).toMatchObject({ code: 200 })
    expect((await send(1, social([card, 700_000], [cardOf(2997), 1]))).data.said).toBe('2 行，比中 1 人，新疑点 0 条，另 1 条以前已有')
    expect(await send(1, social([card, 700_001]))).toMatchObject({ data: { doubts: 1 } })
    expect(await doubtsOf(apply_id)).toHaveLength(2)
  })

  test('sent twice at once it is compared once', async () => {
    const { apply_id, card } = await apply()
    const bytes = social([card, 700_000], [cardOf(2996), 1])
    const answers = await Promise.all([send(1, bytes), send(1, bytes)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await doubtsOf(apply_id)).toHaveLength(1)
  })

  test('cut off, with a wrong column, of another bureau, empty, or of a day to come, nothing of it is kept', async () => {
    const { card, other } = await apply()
    const whole = social([card, 700_000], [other, 800_000])
    const before = await counted()
    for (const [bytes, said] of [
      [whole.subarray(0, whole.length - 20), /没有传完整|没有读入/],
      [whole.subarray(0, whole.indexOf(0x0a) + 1), /没有传完整/],
      [Buffer.from(`身份证号|姓名|基数\n${card}|甲|1\n合计|1|1.00\n`), /第 1 行：没有“基数”这一列/],
      [writeLayout(realEstate, [{ card, name: '甲', address: '某路', area: 50, certificate: '沪1' }]), /第 1 行：没有“坐落”这一列/],
      [Buffer.from(`身份证号|姓名|月缴费基数\n${card}x|甲|1\n合计|1|1.00\n`), /第 2 行：身份证号不是正确的身份证号/],
      [social(), /文件里一行也没有/],
    ] as const) {
      const { code, msg, data } = await send(1, bytes)
      expect([code, data]).toEqual([400, { field: 'file' }])
      expect(msg).toMatch(said)
    }
    expect(await send(1, whole, { as_of: addDays(today(), 1) })).toMatchObject({ code: 400, data: { field: 'as_of' } })
    expect(await ask('/api/comparison/compare', { bureau: 1, as_of: today() })).toMatchObject({ code: 400, data: { field: 'file' } })
    expect(await counted()).toBe(before)
  })

  test('housing, the fund and cars are judged by their own rules; cars by the limit of 准入设置', async () => {
    const { apply_id, card, other, name } = await apply()
    const title = { card, name, address: '南京路 1 号', area: 60.5, certificate: '沪1' }
    await send(2, writeLayout(realEstate, [title, { ...title, card: other }]))
    await send(3, writeLayout(providentFund, [{ card, name, base: 600_001, employer: null }]))
    const car = { card, name, plate: '沪A12345', brand: '某牌', price: 30_000_000, registered_on: '2020-01-01' }
    expect(await send(4, writeLayout(vehicle, [car]))).toMatchObject({ data: { matched: 1, doubts: 0 } })
    const { version, values } = (await ask(callsOfSetting(applicationSetting).detail)).data
    expect(await ask(callsOfSetting(applicationSetting).save, { ...values, car_limit: 20_000_000, version })).toMatchObject({ code: 200 })
    await send(4, writeLayout(vehicle, [car, { ...car, plate: '沪A2', price: 1 }]))
    expect((await doubtsOf(apply_id)).map(({ rule, found }: { rule: number; found: string }) => [rule, found])).toEqual([
      [2, '名下 60.5㎡，按 2 人为人均 30.25㎡（南京路 1 号 60.5㎡）'],
      [3, `公积金月缴存基数合计 ¥6,000.01（${name} ¥6,000.01）`],
      [4, '沪A12345 某牌 ¥300,000.00'],
    ])
  })

  test('who is asked about leaves as the bureau’s own file, with whole cards, and it is logged', async () => {
    const { card, name, other, mate } = await apply()
    const { data, msg } = await ask('/api/comparison/roster', { bureau: 1, p_id: 1 })
    expect(msg).toBe('')
    expect(data.name).toBe(`比对名单-社保-${today()}.txt`)
    const lines = new TextDecoder('gb18030').decode(Buffer.from(data.base64, 'base64')).split('\r\n')
    expect(lines[0]).toBe('身份证号|姓名')
    expect(lines).toEqual(expect.arrayContaining([`${card}|${name}`, `${other}|${mate}`]))
    expect(lines.at(-2)).toBe(`合计|${lines.length - 3}`)
    const { rows } = await sql<{ record_title: string }>`
      select record_title from operation_log where path = '/api/comparison/roster' order by log_id desc limit 1
    `.execute(at.server.db)
    expect(rows[0]?.record_title).toBe(`社保比对名单，${lines.length - 3} 人`)
  })
})

describe('a doubt', () => {
  test('stands in the way of passing until it is excluded; who entered the application does not decide it', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    expect((await detail(apply_id)).doubts).toMatch(/^收入低于社保基数（待核实）：申报家庭月收入 ¥6,000.00，社保/)
    const pass = (exception?: string) => ask('/api/qualification/pass', { apply_id, ...(exception ? { exception } : {}) })
    expect(await pass()).toMatchObject({ code: 400, data: { field: 'exception' }, msg: expect.stringContaining('疑点：收入低于社保基数') })
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '试' }, clerk)).toMatchObject({ code: 403 })
    expect(await ask('/api/doubt/dismiss', { doubt_id })).toMatchObject({ code: 400, data: { field: 'reason' } })
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '已失业' })).toMatchObject({ code: 200 })
    expect((await ask('/api/doubt/detail', { doubt_id })).data).toMatchObject({ status: 5, reason: '已失业', decided_by: 1 })
    expect((await detail(apply_id)).doubts).toBeNull()
    expect(await ask('/api/doubt/uphold', { doubt_id, reason: '试' })).toMatchObject({ code: 409 })
    expect(await pass()).toMatchObject({ code: 200 })
  })

  test('upheld, it asks for a reason to pass all the same', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    expect(await ask('/api/doubt/uphold', { doubt_id, reason: '本人承认' })).toMatchObject({ code: 200 })
    expect(await ask('/api/qualification/pass', { apply_id })).toMatchObject({ code: 400, msg: expect.stringContaining('（属实）') })
    expect(await ask('/api/qualification/pass', { apply_id, exception: '重病' })).toMatchObject({ code: 200 })
  })

  test('is looked into at home: the photographs and what was found stand beside it, then it is decided', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    const task = { visitor: 1, planned_date: today(), address: '南京路 1 号' }
    expect(await ask('/api/doubt/send', { doubt_id, ...task, visitor: 999 })).toMatchObject({ code: 400, data: { field: 'visitor' } })
    const { visit_id } = (await ask('/api/doubt/send', { doubt_id, ...task })).data
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '试' })).toMatchObject({ code: 409 })
    const todo = async (which: string) => (await ask('/api/workbench/todos')).data.find(({ name }: { name: string }) => name === which)
    expect([await todo('visits'), await todo('visitsLate')]).toMatchObject([{ label: '我的入户核查' }, undefined])
    // One that nobody has made is everybody's: whoever was sent may have left.
    await sql`update home_visit set planned_date = current_date - 1 where visit_id = ${visit_id}`.execute(at.server.db)
    expect(await todo('visitsLate')).toMatchObject({ label: '过期未核查的入户核查', rows: [{ visit_id }] })
    expect(await ask('/api/home_visit/cancel', { visit_id, reason: '没人' })).toMatchObject({ code: 200 })
    expect((await doubtsOf(apply_id))[0]).toMatchObject({ status: 1 })
    const second = (await ask('/api/doubt/send', { doubt_id, ...task })).data.visit_id
    const found = { visited_on: today(), met: '本人', result: '无业在家' }
    expect(await ask('/api/home_visit/finish', { visit_id: second, ...found, photos: [] })).toMatchObject({
      code: 400,
      data: { field: 'photos' },
    })
    const photos = [await photo()]
    expect(await ask('/api/home_visit/finish', { visit_id: second, ...found, visited_on: addDays(today(), 1), photos })).toMatchObject({
      ...{ code: 400, data: { field: 'visited_on' } },
    })
    expect(await ask('/api/home_visit/finish', { visit_id: second, ...found, photos })).toMatchObject({ code: 200 })
    expect((await ask('/api/home_visit/detail', { visit_id: second })).data).toMatchObject({
      status: 2,
      result: '无业在家',
      photos,
      doubt_id,
      apply_id,
    })
    expect((await doubtsOf(apply_id))[0]).toMatchObject({ status: 3 })
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '核查属实无业' })).toMatchObject({ code: 200 })
  })

  test('of an application that is turned down is looked into no more, nor is the visit made for it', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    await send(1, social([card, 900_005]))
    const [first, second] = await doubtsOf(apply_id)
    const { visit_id } = (
      await ask('/api/doubt/send', { doubt_id: first.doubt_id, visitor: 1, planned_date: today(), address: '南京路 1 号' })
    ).data
    expect(await ask('/api/doubt/uphold', { doubt_id: second.doubt_id, reason: '本人承认' })).toMatchObject({ code: 200 })
    expect(await ask('/api/qualification/reject', { apply_id, reason: '收入不实' })).toMatchObject({ code: 200 })
    expect((await doubtsOf(apply_id)).map(({ status }: { status: number }) => status)).toEqual([6, 4])
    expect((await ask('/api/home_visit/detail', { visit_id })).data).toMatchObject({ status: 3, reason: '申请不再办理' })
    expect(await ask('/api/doubt/dismiss', { doubt_id: first.doubt_id, reason: '试' })).toMatchObject({ code: 409 })
  })

  test.each(['taken back', 'out of the queue'])(
    'of an application that is %s is looked into no more, nor is anybody sent to its home',
    async (how) => {
      const { apply_id, card } = await apply()
      await send(1, social([card, 900_000]))
      const visit = { apply_id, visitor: 1, planned_date: today(), address: '南京路 1 号' }
      const { visit_id } = (await ask('/api/home_visit/add', visit)).data
      if (how === 'taken back')
        await nightWork(at.server, (tx) => moveBySystem(bySystem(tx), 'qualification', 'withdraw', [apply_id], { reason: '撤回' }))
      else {
        expect(await ask('/api/qualification/pass', { apply_id, exception: '重病' })).toMatchObject({ code: 200 })
        const { wait_id } = (await ask('/api/qualification/queue', { apply_id })).data
        expect(await ask('/api/Waiting/invalid', { wait_id, reason: '已购房' })).toMatchObject({ code: 200 })
      }
      expect(await doubtsOf(apply_id)).toMatchObject([{ status: 6 }])
      expect((await ask('/api/home_visit/detail', { visit_id })).data).toMatchObject({ status: 3, reason: '申请不再办理' })
      // Nor is anybody sent there anew.
      expect(await ask('/api/home_visit/add', visit)).toMatchObject({ code: 409, data: { field: 'apply_id' } })
    },
  )

  test('that is being decided while its application is turned down is waited for, and stays decided', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    let rejected: ReturnType<typeof ask> | undefined
    await at.server.db.transaction().execute(async (deciding) => {
      await sql`update doubt set status = 5, reason = '已失业' where doubt_id = ${doubt_id}`.execute(deciding)
      rejected = ask('/api/qualification/reject', { apply_id, reason: '收入不实' })
      await untilOneWaits(at.server)
    })
    expect(await rejected).toMatchObject({ code: 200 })
    expect(await doubtsOf(apply_id)).toMatchObject([{ status: 5, reason: '已失业' }])
  })

  proof('whose visit is being entered while its application is turned down: one of the two waits, and no visit stays open', async () => {
    for (let round = 0; round < 2; round++) {
      const { apply_id, card } = await apply()
      await send(1, social([card, 900_000]))
      const [{ doubt_id }] = await doubtsOf(apply_id)
      const task = { visitor: 1, planned_date: today(), address: '南京路 1 号' }
      const { visit_id } = (await ask('/api/doubt/send', { doubt_id, ...task })).data
      const found = { visited_on: today(), met: '本人', result: '无业在家', photos: [await photo()] }
      const [finished, rejected] = await Promise.all([
        ask('/api/home_visit/finish', { visit_id, ...found }),
        ask('/api/qualification/reject', { apply_id, reason: '收入不实' }),
      ])
      expect([finished.code === 200 || finished.code === 409, rejected.code]).toEqual([true, 200])
      expect((await doubtsOf(apply_id)).map(({ status }: { status: number }) => status)).toEqual([6])
      expect((await ask('/api/home_visit/detail', { visit_id })).data.status).toBe(finished.code === 200 ? 2 : 3)
    }
  })

  test('is told of who waits: whom it is upheld against is called for a reason only, and stands among what is to be done', async () => {
    const { apply_id, card } = await apply()
    expect(await ask('/api/qualification/pass', { apply_id })).toMatchObject({ code: 200 })
    const { wait_id } = (await ask('/api/qualification/queue', { apply_id })).data
    const waiter = async () => (await ask('/api/Waiting/detail', { wait_id })).data
    expect(await waiter()).toMatchObject({ doubted: null, doubts: null })
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    const those = async (doubted: number): Promise<number[]> =>
      (await ask('/api/Waiting/index', { doubted: [doubted] })).data.list.map(({ wait_id: key }: { wait_id: number }) => key)
    expect([await those(1), await those(2)]).toEqual([[wait_id], []])
    const org_id = await tenanciesOn(at).room()
    const call = (reason?: string) => ask('/api/Waiting/call', { wait_id, org_id, days: 3, ...(reason ? { reason } : {}) })
    expect(await ask('/api/doubt/uphold', { doubt_id, reason: '本人承认' })).toMatchObject({ code: 200 })
    expect([await those(1), await those(2)]).toEqual([[], [wait_id]])
    expect((await waiter()).doubts).toMatch(/^收入低于社保基数（属实）：申报家庭月收入 ¥6,000.00，社保/)
    const todo = (await ask('/api/workbench/todos')).data.find((one: { name: string }) => one.name === 'doubted')
    expect(todo.rows.map(({ wait_id: key }: { wait_id: number }) => key)).toEqual([wait_id])
    expect(await call()).toMatchObject({ code: 400, data: { field: 'reason' }, msg: expect.stringContaining('（属实）') })
    expect(await call('已退出住房，复核通过')).toMatchObject({ code: 200 })
    expect(await ask('/api/Waiting/invalid', { wait_id, reason: '疑点属实' })).toMatchObject({ code: 200 })
    expect((await ask('/api/workbench/todos')).data.find((one: { name: string }) => one.name === 'doubted')).toBeUndefined()
  })

  test('of one project is nothing to who has another: not seen, not decided, not compared', async () => {
    const { apply_id, card } = await apply()
    await send(1, social([card, 900_000]))
    const [{ doubt_id }] = await doubtsOf(apply_id)
    const other = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['*'], [2]))
    expect(await doubtsOf(apply_id, other)).toEqual([])
    expect(await ask('/api/doubt/detail', { doubt_id }, other)).toMatchObject({ code: 404 })
    expect(await ask('/api/doubt/dismiss', { doubt_id, reason: '试' }, other)).toMatchObject({ code: 404 })
    expect(await send(1, social([card, 900_001]), { token: other })).toMatchObject({ code: 200, data: { matched: 0, doubts: 0 } })
    expect(await send(1, social([card, 900_002]), { token: other, p_id: 1 })).toMatchObject({ code: 400, data: { field: 'p_id' } })
    expect(await ask('/api/comparison/roster', { bureau: 1 }, other)).toMatchObject({ code: 400, data: { field: 'p_id' } })
  })
})
