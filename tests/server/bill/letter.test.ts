import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { pagesOf } from '../../help/pdf.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, deed } = billingOn(at, () => place)

let people = 0
let jobs: Jobs
const debtor = async (): Promise<void> => {
  place.name = `欠款${++people}`
  place.custom_id = await addTenant(at.server, { name: place.name, card: cardOf(7000 + people) })
}
beforeAll(async () => {
  jobs = startTestJobs(at.server)
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})
afterAll(() => jobs.stop())

const late = (days: number) => ({ bill_date: addDays(today(), -days) })
const textOf = async (handle: string): Promise<string[]> => {
  const file = await fetchFile(at.server, handle, at.admin)
  return (await pagesOf(Buffer.from(await file.arrayBuffer()))).map((page) => page.replaceAll(/\s/g, ''))
}
/** The letters of several bills, each on its page. */
const letters = async (ids: number[]): Promise<string[]> => {
  const record = await ended(at.server, at.admin, done(await deed('letter', { ids })).data.id)
  expect(record).toMatchObject({ state: 'done', error: '' })
  return textOf(record.handle)
}
const demands = async (bill_id: number) => done(await at.call('/api/demand/index', { bill_ids: [bill_id] })).data.list
const setting = async (changes: Record<string, unknown>) => {
  const { values, version } = done(await at.ask('/api/dunningSetting/detail')).data
  done(await at.ask('/api/dunningSetting/save', { ...values, ...changes, version }))
}

test('a letter says what is owed on its day: printed anew it is the same paper until something has changed', async () => {
  await debtor()
  const bill_id = await bill(late(40))
  const letter = async () => {
    const { number, handle, is_again } = done(await deed('letter', { bill_id })).data
    return { number, is_again, text: await textOf(handle) }
  }
  const first = await letter()
  expect(first.text[0]).toContain('您有下列1笔款项到期未付，共100.00元（大写：壹佰元整）')
  expect(first.text[0]).toContain('40100.00合计100.00')
  expect(await letter()).toEqual({ ...first, is_again: true })
  await pay(bill_id, 3_000)
  const second = await letter()
  expect(second.text[0]).toContain('共70.00元（大写：柒拾元整）')
  expect(second.is_again).toBe(false)
  expect(second.number).not.toBe(first.number)
  expect((await demands(bill_id)).map(({ owed }: { owed: number }) => owed)).toEqual([7_000, 10_000])
  const { demand_id } = (await demands(bill_id))[1]
  expect(done(await at.ask('/api/demand/print', { demand_id })).data).toMatchObject({ number: first.number, is_again: true })
})

test('one letter says all that somebody owes, the oldest first; who bears a part of a bill has his own', async () => {
  await debtor()
  const company_id = await addRow(at.server, 'company', { name: '某纺织', code: companyCode(77), contact: '王', phone: '13812345678' })
  await sql`update lessee set company_id = ${company_id} where custom_id = ${place.custom_id}`.execute(at.server.db)
  const [newer, older] = [await bill(late(5)), await bill(late(60))]
  const both = await bill({ ...late(30), payment_ratio: 50 })
  await debtor()
  const other = await bill(late(9))
  const pages = await letters([newer, both, other, older])
  expect(pages.map((page) => /打印人系统管理员(.+?)：/.exec(page)?.[1])).toEqual([`欠款${people - 1}`, '某纺织', `欠款${people}`])
  expect(pages[0]).toContain('下列3笔款项到期未付，共250.00元')
  expect(pages[0]).toMatch(/60100\.00.*3050\.00.*5100\.00合计250\.00/)
  expect(pages[1]).toContain('下列1笔款项到期未付，共50.00元')
  expect(
    (await demands(both)).map(({ owed, company_id: of }: { owed: number; company_id: number | null }) => [owed, of]).toSorted(),
  ).toEqual([
    [25_000, null],
    [5_000, company_id],
  ])
  expect(await letters([newer, both, other, older])).toEqual(pages)
  expect(await demands(both)).toHaveLength(2)
  // One bill that two bear is two letters as well.
  expect(done(await deed('letter', { bill_id: both })).data).toMatchObject({ id: expect.any(Number) })
})

test('it says the operator’s own words, and what people are called is never read as one', async () => {
  await debtor()
  place.name = '{欠款}#panic("x")'
  await sql`update lessee set name = ${place.name} where custom_id = ${place.custom_id}`.execute(at.server.db)
  const bill_id = await bill(late(40))
  await setting({ letter_text: '# 告知\n{付款方}欠{单位}{欠款}元，最早{最早应付日}' })
  const wrong = { code: 400, msg: '没有 {付款人}、{} 这样的词，可用 {付款方}、{张数}、{欠款}、{最早应付日}', data: { field: 'sms_text' } }
  const { values, version } = done(await at.ask('/api/dunningSetting/detail')).data
  expect(await at.ask('/api/dunningSetting/save', { ...values, sms_text: '{付款人}{欠款}{}', version })).toMatchObject(wrong)
  const [text] = await textOf(done(await deed('letter', { bill_id })).data.handle)
  expect(text).toContain(`告知{欠款}#panic("x")欠`)
  expect(text).toContain(`100.00元，最早${addDays(today(), -40)}账单号房间`)
})

test('nothing but what is overdue, in one’s own projects, with the code; what was written stays as it is', async () => {
  await debtor()
  const [soon, old] = [await bill(late(-5)), await bill(late(40))]
  expect(await deed('letter', { bill_id: soon })).toMatchObject({ code: 409 })
  expect(await deed('letter', { ids: [old, soon] })).toMatchObject({ code: 409 })
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/bill/letter', '/api/demand/print'], [2]))
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/bill/index', '/api/demand/index']))
  expect(await deed('letter', { bill_id: old }, elsewhere)).toMatchObject({ code: 404 })
  expect(await deed('letter', { bill_id: old }, reader)).toMatchObject({ code: 403 })
  const { handle } = done(await deed('letter', { bill_id: old })).data
  const [{ demand_id }] = await demands(old)
  expect(await at.ask('/api/demand/print', { demand_id }, elsewhere)).toMatchObject({ code: 404 })
  expect((await fetchFile(at.server, handle, reader)).status).toBe(403)
  await expect(sql`update demand set owed = 1 where demand_id = ${demand_id}`.execute(at.server.db)).rejects.toThrow('催缴函不能修改或删除')
  await expect(sql`delete from demand where demand_id = ${demand_id}`.execute(at.server.db)).rejects.toThrow('催缴函不能修改或删除')
  await sql`update bill_share set party = 3 where bill_id = ${old}`.execute(at.server.db)
  expect(await deed('letter', { bill_id: old })).toMatchObject({ code: 409, msg: '有 1 张账单未付的由财政承担，不写催缴函' })
})

test('of ten who print the same at once each has the one letter', async () => {
  await debtor()
  const bill_id = await bill(late(40))
  const given = await Promise.all(Array.from({ length: 10 }, () => deed('letter', { bill_id })))
  expect(new Set(given.map((answer) => done(answer).data.number)).size).toBe(1)
  expect(await demands(bill_id)).toHaveLength(1)
})
