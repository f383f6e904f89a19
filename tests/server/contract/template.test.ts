import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperValues } from '../../../server/domain/contract/paperValues.ts'
import { FIRST_TEXT } from '../../../server/domain/template/firstText.ts'
import { contractParts, templateProblems, wordsOf } from '../../../src/derive/template.ts'
import { addAccount, addTenant, fillGround, flat, permit, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let asked = 0
const call = (path: string, params: object = {}, token = admin) => server.call(path, { ...params, request_id: String(++asked) }, token)
const add = async (name: string, kind = 1): Promise<number> => {
  const { code, msg, data } = await call('/api/template/add', { name, kind })
  if (code !== 200) throw new Error(msg)
  return data.template_id
}

beforeAll(async () => {
  server = await startTestServer()
  const ground = await fillGround(server)
  admin = await tokenOf(server)
  const { data } = await call('/api/org/add', flat(ground, { p_id: 1 }))
  const custom_id = await addTenant(server, { name: '王小明' })
  await sql`
    insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
    values ('HT1', ${data.org_id[0]}, ${custom_id}, 1, '2026-01-01', '2027-12-31', 128050, 128050, 4)
  `.execute(server.db)
})
afterAll(() => server.close())

test('a new template begins with a whole text, as version 1', async () => {
  expect(templateProblems(FIRST_TEXT)).toEqual([])
  const template_id = await add('起始')
  expect((await call('/api/template/text', { template_id })).data).toMatchObject({ name: '起始', no: 1, content: FIRST_TEXT })
})

test('each saving is a version with who made it; an earlier one comes back as a new one; none can be changed', async () => {
  const template_id = await add('版本')
  const editor = await addAccount(server, 'editor', ['/api/template/index', '/api/template/save', '/api/template_version/index'])
  const token = await tokenOf(server, editor)
  expect(await call('/api/template/save', { template_id, no: 1, content: '# 二\n{押金}', note: '短' }, token)).toMatchObject({
    code: 200,
    data: { no: 2 },
  })
  expect(await call('/api/template/save', { template_id, no: 1, content: '慢了一步' })).toMatchObject({ code: 409 })
  expect(await call('/api/template/restore_version', { template_id, no: 2, to: 1 })).toMatchObject({ code: 200, data: { no: 3 } })
  expect((await call('/api/template/text', { template_id })).data).toMatchObject({ no: 3, content: FIRST_TEXT })
  expect((await call('/api/template/text', { template_id, no: 2 })).data.content).toBe('# 二\n{押金}')
  const { list } = (await call('/api/template_version/index', { template_id: [template_id] })).data
  expect(list).toMatchObject([
    { no: 3, note: '恢复自第 1 版', created_by: 1 },
    { no: 2, note: '短', created_by: editor, created_by_title: 'editor' },
    { no: 1, note: '范本', created_by: 1 },
  ])
  expect(await call('/api/template/restore_version', { template_id, no: 3, to: 9 })).toMatchObject({ code: 404 })
  await expect(sql`update template_version set content = 'x'`.execute(server.db)).rejects.toThrow(/只能追加/)
  await expect(sql`delete from template_version`.execute(server.db)).rejects.toThrow(/只能追加/)
})

test.each([
  ['1, fee_rate = null, fee_grace = null, fee_cap = null', '按甲方公布的统一标准计算'],
  ['3, fee_rate = null, fee_grace = null, fee_cap = null', '不计违约金'],
  [
    '2, fee_rate = 3.5, fee_grace = 10, fee_cap = 30',
    '每天按逾期未付金额的万分之 3.5 计算，应付日后 10 天为宽限期，期内付清的部分不计，合计不超过宽限期满时未付金额的 30%',
  ],
  ['2, fee_rate = 5, fee_grace = 0, fee_cap = 20', '每天按逾期未付金额的万分之 5 计算，合计不超过逾期金额的 20%'],
])('a new template’s text says what was agreed on late fees (%s)', async (terms, words) => {
  const { rows } = await sql<{ contract_id: number }>`
    update contract set fee_way = ${sql.raw(terms)} where sn = 'HT1' returning contract_id
  `.execute(server.db)
  const [{ contract_id } = { contract_id: 0 }] = rows
  const paper = (await paperValues(server.db, [contract_id], Date.now() / 1000)).get(contract_id)
  if (!paper) throw new Error('no paper')
  const lines = contractParts(FIRST_TEXT, paper.values).flatMap((part) => (part.is === 'table' ? [] : [wordsOf(part.pieces)]))
  expect(lines[lines.indexOf('第四条　违约金') + 1]).toBe(`租金逾期未付的违约金：${words}。`)
})

test('a text with an unknown field is neither saved nor previewed, and told where', async () => {
  const template_id = await add('错字')
  const content = '甲方\n{租客姓明}'
  for (const [path, params] of [
    ['/api/template/save', { template_id, no: 1, content }],
    ['/api/template/preview', { content }],
  ] as const)
    expect(await call(path, params)).toMatchObject({
      code: 400,
      msg: '第 2 行第 1 字：没有字段“{租客姓明}”，是否想写“{租客姓名}”',
      data: { field: 'content' },
    })
  expect((await call('/api/template/text', { template_id })).data.no).toBe(1)
})

test('one default a kind: the first, then whichever is made it; a retired one is none', async () => {
  const [first, second] = [await add('整租甲', 2), await add('整租乙', 2)]
  const defaults = async (): Promise<number[]> =>
    (await call('/api/template/index', { kind: [2], is_default: [1] })).data.list.map(
      ({ template_id }: { template_id: number }) => template_id,
    )
  expect(await defaults()).toEqual([first])
  await call('/api/template/makeDefault', { template_id: second })
  expect(await defaults()).toEqual([second])
  await call('/api/template/retire', { template_id: second })
  expect(await defaults()).toEqual([])
  expect(await call('/api/template/makeDefault', { template_id: second })).toMatchObject({ code: 409 })
})

test('a preview has a contract’s values, its numbers masked, and is a PDF of whole pages with a subset of the font', async () => {
  const content = `# 合同\n{合同号} {租客姓名} {身份证号} {手机号} {月租金} {月租金大写} {开始日期}\n${'正文，很长。'.repeat(1200)}`
  const { data } = await call('/api/template/preview', { content, sn: 'HT1' })
  expect(data.parts[1].text).toMatch(/^HT1 王小明 310\*+0019 138\*{4}5678 1,280\.50 壹仟贰佰捌拾元伍角整? 2026-01-01$/)
  const bytes = Buffer.from(data.pdf, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(300_000)
  const document = await PDFDocument.load(bytes)
  expect(document.getPageCount()).toBeGreaterThan(3)
  const { width, height } = document.getPage(0).getSize()
  expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
})

test('a contract of another project is not there for the preview', async () => {
  const user = await addAccount(server, 'western', ['/api/template/index'], [2])
  const token = await tokenOf(server, user)
  // Nor is any there for who writes templates and may not read contracts.
  expect(await call('/api/template/preview', { content: '{合同号}', sn: 'HT1' }, token)).toMatchObject({ code: 403 })
  await permit(server, user, ['/api/template/index', '/api/contract/index'])
  expect(await call('/api/template/preview', { content: '{合同号}', sn: 'HT1' }, token)).toMatchObject({ code: 404 })
  expect(await call('/api/template/preview', { content: '{合同号}' }, token)).toMatchObject({ code: 200 })
})
