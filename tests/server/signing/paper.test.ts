import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { JobContext } from '../../../server/jobs/defineJob.ts'
import { jobsByName } from '../../../server/jobs/registry.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { pagesOf, textOf } from '../../help/pdf.ts'
import { pdfsig } from '../../help/pdfsig.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, addRow, addTenant, cardOf, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { toSign, draft, detail, sign, signed } = tenanciesOn(at)
const PAPER = '/api/contract/paper'
const SIGNED = '/api/contract/signed_paper'
const CARD = cardOf(1234)

let many = 0
const imageOf = async (): Promise<number> =>
  (await upload(at.server, at.admin, (await picture('签名.png', 'png', 40 + ++many)).buffer)).data.img_id
const fileOf = async (handle: string, token = at.admin): Promise<Buffer> =>
  Buffer.from(await (await fetchFile(at.server, handle, token)).arrayBuffer())
const printed = async (path: string, contract_id: number): Promise<{ bytes: Buffer; data: { number: string; handle: string } }> => {
  const { code, msg, data } = await ask(path, { contract_id })
  expect([code, msg]).toEqual([200, ''])
  return { data, bytes: await fileOf(data.handle) }
}
const saveTemplate = async (template_id: number, no: number, content: string): Promise<void> => {
  expect(await ask('/api/template/save', { template_id, no, content })).toMatchObject({ code: 200 })
}
const manual = async (contract_id: number) => ask('/api/contract/manual_sign', { contract_id, sign_img: [await imageOf()] })
const rows = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

test('a blank picture signs nothing at the counter, and the contract waits for its signature as before', async () => {
  const contract_id = await toSign()
  const white = await sharp({ create: { width: 600, height: 200, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const { img_id } = (await upload(at.server, at.admin, white)).data
  const refused = { code: 400, msg: '图片上几乎是空白，请重新手写或上传', data: { field: 'sign_img' } }
  expect(await ask('/api/contract/manual_sign', { contract_id, sign_img: [img_id] })).toMatchObject(refused)
  expect((await ask('/api/contract/detail', { contract_id })).data).toMatchObject({ status: 3, sign_way: null })
})

test('a contract’s paper says all of it: numbers in full, each payment, who bears the rest; a draft has none', async () => {
  const company_id = await addRow(at.server, 'company', {
    name: '上海某公司',
    code: '913101155000000077',
    contact: '王',
    phone: '13812345678',
  })
  const custom_id = await addTenant(at.server, { name: '王小明', card: CARD, phone: '13900001111', company_id })
  const { data } = await draft({ custom_id, payment_ratio: 70, months: 6, cycle: 3 })
  expect(await ask(PAPER, { contract_id: data.contract_id })).toMatchObject({ code: 409 })
  await ask('/api/contract/submit', { contract_id: data.contract_id })
  const { bytes } = await printed(PAPER, data.contract_id)
  const text = await textOf(bytes)
  expect(text).toContain(CARD)
  expect(text).toContain('13900001111')
  expect(text).toContain('其中乙方承担70%，其余30%由上海某公司承担')
  expect(text.match(/3,840\.00/g)).toHaveLength(2)
})

test('printed once more it is the same paper, until somebody has put right what it says of the tenant', async () => {
  const custom_id = await addTenant(at.server, { name: '陈小明', card: cardOf(4322), phone: '13900001111' })
  const contract_id = await toSign({ custom_id })
  const first = await printed(PAPER, contract_id)
  expect((await printed(PAPER, contract_id)).data.number).toBe(first.data.number)
  const { name, card, version } = (await ask('/api/lessee/detail', { custom_id })).data
  expect(await ask('/api/lessee/edit', { custom_id, version, name, card, phone: '13900002222', p_id: 1 })).toMatchObject({
    code: 200,
    msg: '',
  })
  const second = await printed(PAPER, contract_id)
  expect(second.data.number).not.toBe(first.data.number)
  expect(await textOf(second.bytes)).toContain('13900002222')
})

test('what is finalized keeps its text: a later version of the template changes no contract before it', async () => {
  const { template_id } = (await ask('/api/template/add', { name: '租赁合同', kind: 1 })).data
  await saveTemplate(template_id, 1, '# 旧约\n{合同号}')
  const old = await toSign()
  await saveTemplate(template_id, 2, '# 新约\n{合同号}\n')
  const { contract_id } = (await draft()).data
  await saveTemplate(template_id, 3, '# 再新约\n{合同号} {租客姓名}')
  await ask('/api/contract/submit', { contract_id })
  expect(await detail(old)).toMatchObject({ template_id, template_no: 2 })
  expect(await detail(contract_id)).toMatchObject({ template_id, template_no: 4 })
  expect((await pagesOf((await printed(PAPER, old)).bytes)).join('')).toContain('旧约')
  expect((await pagesOf((await printed(PAPER, contract_id)).bytes)).join('')).toContain('再新约')
  const renewed = await ask('/api/contract/renew', { contract_id: await signed(), rent: 100_000, months: 12 })
  expect(await detail(renewed.data.contract_id)).toMatchObject({ status: 3, template_id, template_no: 4 })
})

test('a signature at the counter makes the signed contract: PAdES over all of it, and one changed byte is told', async () => {
  const contract_id = await toSign()
  expect(await manual(contract_id)).toMatchObject({ code: 200 })
  const { bytes, data } = await printed(SIGNED, contract_id)
  expect(data.number).toMatch(/^HQ\d{8}$/)
  const said = pdfsig(bytes)
  expect(said).toContain('ETSI.CAdES.detached')
  expect(said).toContain('Total document signed')
  expect(said).toContain('Signature is Valid')
  expect(said).toContain('Signing Hash Algorithm: SHA-256')
  const broken = Buffer.from(bytes)
  const place = broken.indexOf('/Pages')
  broken[place + 1] = (broken[place + 1] ?? 0) ^ 1
  expect(pdfsig(broken)).not.toContain('Signature is Valid')
  const { paper_sha256 } = await detail(contract_id)
  expect(paper_sha256).toMatch(/^[0-9a-f]{64}$/)
  const [one = '', two = ''] = [String(paper_sha256).slice(0, 2), String(paper_sha256).slice(2, 4)]
  expect(readFileSync(join(at.server.config.dataDir, 'files', 'prints', one, two, `${paper_sha256}.full`)).equals(bytes)).toBe(true)
})

test('the signed contract stays as it was signed, whatever becomes of the record', async () => {
  const contract_id = await toSign()
  await manual(contract_id)
  const first = await printed(SIGNED, contract_id)
  await sql`update contract set note = '改了', version = version + 1 where contract_id = ${contract_id}`.execute(at.server.db)
  const again = await printed(SIGNED, contract_id)
  expect(again.data.number).toBe(first.data.number)
  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(await ask(SIGNED, { contract_id: await signed() })).toMatchObject({ code: 409 })
})

test('is made by a job, without anyone opening it', async () => {
  const contract_id = await toSign()
  await manual(contract_id)
  expect((await detail(contract_id)).paper_sha256 ?? null).toBeNull()
  const { db, config } = at.server
  const run = async () =>
    jobsByName()
      .get('signed_papers')
      ?.run({ db, config, signal: new AbortController().signal } as unknown as JobContext)
  expect(await run()).toMatchObject({ total: 1 })
  expect((await detail(contract_id)).paper_sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await run()).toMatchObject({ total: 0 })
})

test('where the text has no place for seal and signature they stand at the end; where it has, there', async () => {
  const { list } = (await ask('/api/template/index', { kind: [1] })).data
  const { template_id, no } = list[0]
  await saveTemplate(template_id, no, '# 没有位置\n{合同号}')
  const bare = await toSign()
  await manual(bare)
  expect(await textOf((await printed(SIGNED, bare)).bytes)).toMatch(/甲方（盖章）：.*乙方（签字）：/)
  await saveTemplate(template_id, no + 1, '# 有位置\n甲方 {甲方盖章} 乙方 {乙方签名}')
  const placed = await toSign()
  await manual(placed)
  expect(await textOf((await printed(SIGNED, placed)).bytes)).not.toContain('（签字）')
})

test('the numbers of a paper are sealed until it is drawn, and nowhere in the store in clear', async () => {
  const card = cardOf(4321)
  const custom_id = await addTenant(at.server, { name: '李雷', card })
  const contract_id = await toSign({ custom_id })
  await manual(contract_id)
  expect(await rows(`select from print_sealed s join print p using (print_id) where p.record_id = ${contract_id}`)).toHaveLength(1)
  const tables = await rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'replay'",
  )
  for (const { name } of tables)
    expect([name, await rows(`select from ${name} t where position('${card}' in t::text) > 0`)]).toEqual([name, []])
  await printed(SIGNED, contract_id)
  expect(await rows(`select from print_sealed s join print p using (print_id) where p.record_id = ${contract_id}`)).toHaveLength(0)
})

test('printing and opening want their codes, each its own, and are logged', async () => {
  const contract_id = await toSign()
  await manual(contract_id)
  const { data } = await printed(SIGNED, contract_id)
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/contract/index', '/api/contract/detail', PAPER]))
  expect(await ask(SIGNED, { contract_id }, reader)).toMatchObject({ code: 403 })
  expect((await fetchFile(at.server, data.handle, reader)).status).toBe(403)
  const logged = await rows<{ label: string }>(
    `select label from operation_log where resource = 'contract' and record_id = ${contract_id} and deed = 4`,
  )
  expect(logged.map(({ label }) => label)).toEqual(['打印电子合同'])
})

test('signed on paper it keeps its scans, and there is no signed file', async () => {
  const contract_id = await toSign()
  await sign(contract_id)
  expect(await detail(contract_id)).toMatchObject({ sign_way: 2, papers: [expect.any(Number)] })
  expect(await rows(`select from print where name = 'contract_signed' and record_id = ${contract_id}`)).toHaveLength(0)
})
