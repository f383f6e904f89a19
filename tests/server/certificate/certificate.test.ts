import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { addAccount, addRow, addTenant, cardOf, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask, call } = at
const place = { org_id: 0, custom_id: 0, name: '林晓燕' }
const { bill, pay, deed } = billingOn(at, () => place)
const item = { rent: 0 }
const months = { from_month: '2026-01', to_month: '2026-06' }

beforeAll(async () => {
  place.org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name, p_id: 1 })
  item.rent = await addRow(at.server, 'cost', { name: '租', income: 2 })
})

const rentOf = (month: string, price: number) =>
  bill({ from_id: item.rent, price, bill_date: `${month}-01`, start_date: `${month}-01`, end_date: `${month}-28` })
const paper = async (handle: string): Promise<string> =>
  textOf(Buffer.from(await (await fetchFile(at.server, handle, at.admin)).arrayBuffer()))

test('says month by month what was due and paid, in capitals; printed again it is the same, marked; what changes makes another', async () => {
  const [one, two] = [await rentOf('2026-01', 300_055), await rentOf('2026-02', 300_000)]
  await bill({ price: 777, start_date: '2026-01-01', end_date: '2026-01-31' })
  const void_ = await rentOf('2026-03', 99_999)
  done(await deed('void', { bill_id: void_, void_why: '错' }))
  await pay(one, 300_055)
  await pay(two, 100_000)
  const first = done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data
  expect(first.number).toMatch(/^JN20\d{8}$/)
  const again = done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data
  expect(again.number).toBe(first.number)
  const printed = done(await ask('/api/certificate/print', { certificate_id: first.certificate_id })).data
  const text = await paper(printed.handle)
  for (const said of [first.number, '林晓燕', '2026-01', '3,000.55', '1,000.00', '2,000.00', '4,000.55', '肆仟元伍角伍分'])
    expect(text).toContain(said)
  for (const other of ['7.77', '999.99', '补打', '310101199003070019']) expect(text).not.toContain(other)
  expect(await paper(done(await ask('/api/certificate/print', { certificate_id: first.certificate_id })).data.handle)).toContain(
    '补打·第2次打印',
  )
  // A name of the place that was typed wrong is mended: what it says now is another paper.
  await sql`update org set region_name = '张扬花苑' where org_id = ${place.org_id}`.execute(at.server.db)
  const mended = done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data
  expect(mended.number > first.number).toBe(true)
  expect(await paper(done(await ask('/api/certificate/print', { certificate_id: mended.certificate_id })).data.handle)).toContain(
    '张扬花苑',
  )
  await pay(two, 200_000)
  const later = done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data
  expect(later.number > mended.number).toBe(true)
  // What was given before says what it said.
  expect(await paper(printed.handle)).toContain('4,000.55')
  expect((await call('/api/certificate/detail', { certificate_id: first.certificate_id })).data).toMatchObject({
    due: 600_055,
    paid: 400_055,
    copies: 2,
  })
  // Whose card was typed wrong gets one with the right one, and that again.
  const { name, p_id, version } = (await call('/api/lessee/detail', { custom_id: place.custom_id })).data
  done(await ask('/api/lessee/edit', { custom_id: place.custom_id, name, p_id, version, card: cardOf(77), phone: '13812345678' }))
  const right = done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data
  expect(right.number > later.number).toBe(true)
  expect(done(await ask('/api/lessee/certificate_of', { custom_id: place.custom_id, ...months })).data.number).toBe(right.number)
})

test('what was written off was due, and is not paid', async () => {
  const bill_id = await rentOf('2025-01', 200_000)
  await pay(bill_id, 50_000)
  done(await deed('write_off', { bill_id, why: '失联' }))
  const asked = { custom_id: place.custom_id, from_month: '2025-01', to_month: '2025-02' }
  const { certificate_id } = done(await ask('/api/lessee/certificate_of', asked)).data
  expect((await call('/api/certificate/detail', { certificate_id })).data).toMatchObject({ due: 200_000, paid: 50_000 })
})

test('of the last twelve months is one press, and nothing typed', async () => {
  const { rows } = await sql<{ month: string }>`select to_char(current_date - interval '1 month', 'YYYY-MM') as month`.execute(at.server.db)
  const bill_id = await rentOf(rows[0]?.month ?? '', 12_300)
  await pay(bill_id, 12_300)
  const { data } = done(await ask('/api/lessee/certificate', { custom_id: place.custom_id }))
  expect(data).toMatchObject({ number: expect.stringMatching(/^JN/), is_again: false, is_marked: false })
  expect(await paper(data.handle)).toContain('123.00')
  expect(done(await ask('/api/lessee/certificate', { custom_id: place.custom_id })).data).toMatchObject({
    number: data.number,
    is_again: true,
    is_marked: true,
  })
})

test('where nothing was paid there is none; months the wrong way round, a tenant of another project, no code are refused', async () => {
  const custom_id = await addTenant(at.server, { name: '没缴过', p_id: 1, card: '310101199003070027' })
  expect(await ask('/api/lessee/certificate', { custom_id })).toMatchObject({ code: 409, msg: expect.stringMatching(/没有已缴的房租/) })
  expect(await ask('/api/lessee/certificate_of', { custom_id, from_month: '2026-05', to_month: '2026-04' })).toMatchObject({
    code: 400,
    data: { field: 'to_month' },
  })
  expect(await ask('/api/lessee/certificate_of', { custom_id, from_month: '2026-13', to_month: '2026-04' })).toMatchObject({
    code: 400,
    data: { field: 'from_month' },
  })
  const codes = ['/api/lessee/certificate', '/api/lessee/certificate_of']
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', codes, [2]))
  for (const path of codes)
    expect(await ask(path, { custom_id: place.custom_id, ...(path.endsWith('of') ? months : {}) }, elsewhere)).toMatchObject({ code: 404 })
  const none = await tokenOf(at.server, await addAccount(at.server, 'none', ['/api/lessee/index']))
  expect(await ask('/api/lessee/certificate', { custom_id: place.custom_id }, none)).toMatchObject({ code: 403 })
  await expect(sql`update certificate set paid = 1`.execute(at.server.db)).rejects.toThrow('不能修改')
  await expect(sql`delete from certificate`.execute(at.server.db)).rejects.toThrow('不能修改')
})
