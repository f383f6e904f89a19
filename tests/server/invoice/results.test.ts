import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDue } from '../../../server/outbox/sendDue.ts'
import { adminServer } from '../../help/adminServer.ts'
import { invoicing } from '../../help/invoicing.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer({ OUTBOUND_HOSTS: '127.0.0.1' })
const { rent, request, detail, results, issued, newNumber, save } = invoicing(at)
const { ask } = at

interface Named {
  sn: string
  number: string
}

const HEAD = '申请号,发票号码,开票日期,价税合计,失败原因'
const file = (...lines: string[]): string => `${[HEAD, ...lines].join('\r\n')}\r\n`
const asked = async () => {
  const { invoice_id, sn } = done(await request(await rent())).data as { invoice_id: number; sn: string }
  return { invoice_id, sn }
}

describe('the file for the tax bureau’s site', () => {
  test('has a line for each line of what waits, which is under way from then on; it can be had again', async () => {
    const one = await asked()
    const { data } = done(await ask('/api/invoice_request/file', { again: 0 }))
    const text = Buffer.from(data.base64, 'base64').toString()
    expect(data.name).toMatch(/^开票文件-\d{4}-\d{2}-\d{2}\.csv$/)
    const [heads = '', ...lines] = text.trim().split('\r\n')
    expect(heads.replace('\uFEFF', '').split(',').slice(0, 4)).toEqual(['发票流水号', '发票类型', '特定业务类型', '购买方名称'])
    const own = lines.filter((line) => line.startsWith(`${one.sn},`))
    expect(own).toHaveLength(3)
    expect(own[0]).toContain(',普通发票,不动产经营租赁服务,顾一鸣,')
    expect(own[0]).toContain(',3040502020000000000,')
    expect(own[0]).toContain(',1000.00,9%,82.57,')
    expect(own[0]).toContain(',否,沪（2020）浦字不动产权第000001号,平方米,')
    expect(await detail(one.invoice_id)).toMatchObject({ status: 2 })
    expect(await ask('/api/invoice_request/file', { again: 0 })).toMatchObject({ code: 400, msg: '没有待开票的申请' })
    expect(Buffer.from(done(await ask('/api/invoice_request/file', { again: 1 })).data.base64, 'base64').toString()).toBe(text)
  })

  test('of a red request names the invoice and the reason', async () => {
    const invoice_id = await issued(await rent())
    const { number } = await detail(invoice_id)
    const red = done(await ask('/api/invoice_request/red', { invoice_id, red_reason: 2, whole: 1 })).data
    const text = Buffer.from(done(await ask('/api/invoice_request/file', { again: 0 })).data.base64, 'base64').toString()
    const line = text.split('\r\n').find((one) => one.startsWith(red.sn)) ?? ''
    expect(line).toContain('-1000.00')
    expect(line).toContain(`${number},销货退回`)
  })
})

describe('the file of results', () => {
  test('gives numbers, or why there is none; the same again changes nothing', async () => {
    const [one, two] = [await asked(), await asked()]
    const text = file(`${one.sn},${newNumber()},2026-11-03,3000.00,`, `${two.sn},,,,税号不存在`)
    expect(await results(text)).toMatchObject({ code: 200, data: { issued: 1, failed: 1, said: '开出 1 张，没有开成 1 张' } })
    expect(await detail(one.invoice_id)).toMatchObject({ status: 3, issued_on: '2026-11-03' })
    expect(await detail(two.invoice_id)).toMatchObject({ status: 4, fail_reason: '税号不存在' })
    expect(await results(text)).toMatchObject({ code: 200, data: { issued: 0, known: 1 } })
    // What failed is made after all.
    expect(await results(file(`${two.sn},${newNumber()},2026-11-04,3000.00,`))).toMatchObject({ code: 200, data: { issued: 1 } })
    expect(await detail(two.invoice_id)).toMatchObject({ status: 3, fail_reason: null })
  })

  test.each([
    ['of a request that is none', ({ number }: Named) => `KP2026999999,${number},2026-11-03,3000.00,`, /没有申请 KP2026999999/],
    ['of another total', ({ sn, number }: Named) => `${sn},${number},2026-11-03,3000.01,`, /价税合计是 3,000\.00，文件里是 3,000\.01/],
    ['with a number that is none', ({ sn }: Named) => `${sn},123,2026-11-03,3000.00,`, /不是20位数字/],
    ['without a day', ({ sn, number }: Named) => `${sn},${number},,3000.00,`, /没有开票日期/],
    ['without a total', ({ sn, number }: Named) => `${sn},${number},2026-11-03,,`, /没有价税合计/],
    ['of a day to come', ({ sn, number }: Named) => `${sn},${number},2099-01-01,3000.00,`, /晚于今天/],
    ['with neither number nor reason', ({ sn }: Named) => `${sn},,,,`, /没有发票号码，也没有失败原因/],
    ['with a field too many', ({ sn, number }: Named) => `${sn},${number},2026-11-03,3000.00,,多`, /第 3 行/],
  ] as const)('with a line %s is refused as a whole, by line and reason', async (_what, line, said) => {
    const [good, bad] = [await asked(), await asked()]
    const text = file(`${good.sn},${newNumber()},2026-11-03,3000.00,`, line({ sn: bad.sn, number: newNumber() }))
    expect(await results(text)).toMatchObject({ code: 400, msg: expect.stringMatching(said), data: { field: 'file' } })
    expect(await results(text)).toMatchObject({ msg: expect.stringMatching(/^第 3 行：/) })
    expect(await detail(good.invoice_id)).toMatchObject({ status: 1, number: null })
  })

  test('twice the same request, or a number that another has, is refused', async () => {
    const [one, two] = [await asked(), await asked()]
    const number = newNumber()
    expect(await results(file(`${one.sn},${number},2026-11-03,3000.00,`, `${one.sn},${newNumber()},2026-11-03,3000.00,`))).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/第 3 行：申请号 .* 与第 2 行重复/),
    })
    expect(await results(file(`${one.sn},${number},2026-11-03,3000.00,`, `${two.sn},${number},2026-11-03,3000.00,`))).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/与第 2 行重复/),
    })
    done(await results(file(`${one.sn},${number},2026-11-03,3000.00,`)))
    expect(await results(file(`${two.sn},${number},2026-11-03,3000.00,`))).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/已登记在申请/),
    })
    expect(await results(file(`${one.sn},${newNumber()},2026-11-03,3000.00,`))).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/已开出发票/),
    })
    done(await ask('/api/invoice_request/withdraw', { invoice_id: two.invoice_id }))
    expect(await results(file(`${two.sn},${newNumber()},2026-11-03,3000.00,`))).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/已撤回/),
    })
  })

  test('of another project, without the code, or of no file at all is refused', async () => {
    const { sn } = await asked()
    const line = file(`${sn},${newNumber()},2026-11-03,3000.00,`)
    const clerk = await tokenOf(at.server, await addAccount(at.server, 'taxclerk', ['/api/invoice_request/result'], [2]))
    expect(await results(line, { token: clerk })).toMatchObject({ code: 400, msg: expect.stringMatching(/没有申请|不在您负责/) })
    const none = await tokenOf(at.server, await addAccount(at.server, 'nobody2', ['/api/invoice_request/index']))
    expect(await results(line, { token: none })).toMatchObject({ code: 403 })
    expect(await results('')).toMatchObject({ code: 400, data: { field: 'file' } })
    expect(await results(Buffer.from([0xff, 0xfe, 0x00, 0x41]))).toMatchObject({ code: 400, data: { field: 'file' } })
  })
})

describe('a service outside', () => {
  const KEY = Buffer.from('a key that the service gave, 32 b')
  const state = {
    url: '',
    asked: [] as { body: string; headers: Record<string, unknown> }[],
    answer: (_: never): [number, unknown] => [200, {}],
  }
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    state.asked.push({ body, headers: incoming.headers })
    const [status, said] = state.answer(JSON.parse(body).data as never)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoices`
    await save({ by: 2, service_url: state.url, service_secret: `whsec_${KEY.toString('base64')}` })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const run = async () => {
    await sql`update outbox set next_at = epoch_now() where next_at is not null`.execute(at.server.db)
    const own = await at.server.open()
    try {
      return await sendDue({ own, config: at.server.config, signal: new AbortController().signal })
    } finally {
      own.cut()
    }
  }

  test('is told of a request, signed, with its lines; its answer is the number', async () => {
    const number = newNumber()
    state.answer = ({ price }: { price: number }) => [200, { status: 'issued', number, issued_on: '2026-11-05', total: price }]
    const { invoice_id, sn } = await asked()
    expect(await detail(invoice_id)).toMatchObject({ status: 1 })
    await run()
    expect(await detail(invoice_id)).toMatchObject({ status: 3, number, issued_on: '2026-11-05', fail_reason: null })
    const [{ body, headers } = { body: '', headers: {} }] = state.asked.splice(0)
    expect(JSON.parse(body)).toMatchObject({ type: 'invoice.request', data: { sn, kind: 1, price: 300_000, lines: [{}, {}, {}] } })
    const signature = createHmac('sha256', KEY).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  test('its refusal is the reason, and asking again tells it again; a wrong total or number is none', async () => {
    state.answer = () => [200, { status: 'failed', reason: '抬头不存在' }]
    const { invoice_id } = await asked()
    await run()
    expect(await detail(invoice_id)).toMatchObject({ status: 4, fail_reason: '抬头不存在' })
    for (const wrong of [
      { status: 'issued', number: newNumber(), issued_on: '2026-11-05', total: 1 },
      { status: 'issued', number: '1', issued_on: '2026-11-05', total: 300_000 },
      { status: 'issued', number: newNumber(), issued_on: '2099-11-05', total: 300_000 },
    ]) {
      state.answer = () => [200, wrong]
      await sql`delete from outbox`.execute(at.server.db)
      done(await ask('/api/invoice_request/retry', { invoice_id }))
      await run()
      expect(await detail(invoice_id)).toMatchObject({ status: 4, fail_reason: expect.stringMatching(/请到税务核对/), number: null })
    }
  })

  test('an error there leaves it under way, and it is told again later; what is withdrawn meanwhile is not told', async () => {
    state.answer = () => [503, {}]
    const { invoice_id } = await asked()
    await run()
    expect(await detail(invoice_id)).toMatchObject({ status: 2 })
    state.answer = () => [202, {}]
    await run()
    expect(await detail(invoice_id)).toMatchObject({ status: 2 })
    state.asked = []
    const other = await asked()
    done(await ask('/api/invoice_request/withdraw', { invoice_id: other.invoice_id }))
    await run()
    expect(state.asked).toEqual([])
  })
})
