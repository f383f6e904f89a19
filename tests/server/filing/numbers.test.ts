import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import leaseFiling from '../../../server/domain/filing/layouts/leaseFiling.ts'
import { encoded } from '../../../server/imports/layouts/encodings.ts'
import { writeLayout } from '../../../server/imports/layouts/writeLayout.ts'
import type { LayoutRow } from '../../../src/core/fileLayout.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { adminServer } from '../../help/adminServer.ts'
import { sendFiles } from '../../help/files.ts'
import { letRoom } from '../../help/services.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'
import { signed as signedParams } from '../../help/testServer.ts'

const at = adminServer()
const { ask } = at
const { signed, detail } = tenanciesOn(at)

type Line = Partial<LayoutRow<typeof leaseFiling>>
const filingOf = async (contract_id: number) => (await ask('/api/filing/index', { contract_id: [contract_id] })).data.list[0]
const send = (bytes: Buffer, { token = at.admin, ...more }: { token?: string; p_id?: number } = {}) =>
  sendFiles(
    at.server,
    signedParams({ request_id: randomUUID(), ...more }, token, at.server.config.signKey),
    [{ name: '备案结果.txt', bytes }],
    '/api/filing/numbers',
  )
const file = (...lines: Line[]): Buffer => writeLayout(leaseFiling, lines as never)
let numbers = 0
const newNumber = (): string => `沪备2026${String(++numbers).padStart(6, '0')}`
/** A signed contract as a line of the file. */
const contract = async (changes: Line = {}) => {
  const contract_id = await signed({ signed_on: addDays(today(), -3) })
  const { sn, custom_name } = (await detail(contract_id)) as { sn: string; custom_name: string }
  const line: Line = { sn, custom_name, filing_no: newNumber(), filed_on: today(), ...changes }
  return { contract_id, line }
}

describe('the file that comes back', () => {
  test('in GBK or UTF-8 enters the numbers of those that are to be filed, late or not, and says what was not filed', async () => {
    const [one, late, back] = [
      await contract(),
      await contract(),
      await contract({ filing_no: null, filed_on: null, note: '产权证不清楚' }),
    ]
    await sql`update filing set status = 2 where contract_id = ${late.contract_id}`.execute(at.server.db)
    const { code, data, msg } = await send(file(one.line, late.line, back.line))
    expect([code, msg]).toEqual([200, ''])
    expect(data).toMatchObject({ filed: 2, known: 0, returned: 1, said: '登记 2 份，未通过 1 份' })
    for (const { contract_id, line } of [one, late])
      expect(await filingOf(contract_id)).toMatchObject({ status: 3, filing_no: line.filing_no, filed_on: today() })
    const { filing_id } = await filingOf(back.contract_id)
    expect((await ask('/api/filing/detail', { filing_id })).data).toMatchObject({
      status: 1,
      reason: '备案未通过：产权证不清楚',
      batch_id: data.batch_id,
    })
    const batch = (await ask('/api/filing_batch/detail', { batch_id: data.batch_id })).data
    expect(batch).toMatchObject({ file_name: '备案结果.txt', lines: 3, filed: 2, returned: 1, created_by: 1 })
    const { rows } = await sql<{ label: string }>`
      select distinct label from operation_log where resource = 'filing' and record_id = ${filing_id}
    `.execute(at.server.db)
    expect(rows).toContainEqual({ label: '导入备案号' })

    const next = { ...back.line, filing_no: newNumber(), filed_on: today(), note: null }
    const utf8 = Buffer.from(new TextDecoder('gb18030').decode(file(next)))
    expect((await send(utf8)).data).toMatchObject({ filed: 1 })
    expect((await ask('/api/filing/detail', { filing_id })).data).toMatchObject({ status: 3, reason: null })
  })

  test('sent again is refused; with other lines, what was filed with the same number stays as it is', async () => {
    const [one, other] = [await contract(), await contract()]
    expect((await send(file(one.line))).data).toMatchObject({ filed: 1 })
    const { version } = await filingOf(one.contract_id)
    expect(await send(file(one.line))).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^此文件已由.+读入过（批次 BAD\d+），没有再次读入$/),
    })
    expect((await send(file(one.line, other.line))).data).toMatchObject({ filed: 1, known: 1, said: '登记 1 份，原已登记 1 份' })
    expect(await filingOf(one.contract_id)).toMatchObject({ version })
  })

  test('is read whole or not at all: the line and the reason are told, and nothing is filed', async () => {
    const [good, filed, waived] = [await contract(), await contract(), await contract()]
    await send(file(filed.line))
    const { filing_id } = await filingOf(waived.contract_id)
    await ask('/api/filing/waive', { filing_id, reason: '试' })
    const bad = (changes: Line): Line => ({ ...good.line, filing_no: newNumber(), ...changes })
    const cases: [Line, RegExp][] = [
      [{ ...filed.line, filing_no: newNumber() }, /已备案，备案号是 沪备\d+，文件里是 沪备\d+/],
      [{ ...filed.line, filing_no: null, filed_on: null, note: '不通过' }, /已备案（沪备\d+），文件里说没有通过/],
      [waived.line, /已登记为不须备案/],
      [bad({ sn: 'HT不存在' }), /备案台账里没有合同 HT不存在/],
      [bad({ custom_name: '别人' }), /承租方是“.+”，文件里是“别人”/],
      [bad({ filing_no: filed.line.filing_no ?? null }), /已登记在另一份合同上/],
      [bad({ filed_on: addDays(today(), 1) }), /晚于今天/],
      [bad({ filed_on: addDays(today(), -4) }), /早于签订日期/],
      [bad({ filed_on: null }), /有备案号，没有备案日期/],
      [bad({ filing_no: null, filed_on: null }), /没有备案号，也没有说明/],
    ]
    const other = await contract()
    for (const [line, reason] of cases) {
      const { code, msg, data } = await send(file(other.line, line))
      expect([code, data?.field, msg]).toEqual([400, 'file', expect.stringMatching(reason)])
      expect(msg).toMatch(/^第 3 行：.+，整个文件没有读入$/)
    }
    expect((await send(file(good.line, good.line))).msg).toMatch(/^第 3 行：合同号 .+ 与第 2 行重复/)
    expect((await send(file(good.line, { ...other.line, filing_no: good.line.filing_no ?? null }))).msg).toMatch(/与第 2 行重复/)
    for (const { contract_id } of [good, other]) expect(await filingOf(contract_id)).toMatchObject({ status: 1, filing_no: null })
  })

  test('that was cut off anywhere, is in no such encoding, or is no such file is refused', async () => {
    const { line, contract_id } = await contract()
    const whole = file(line)
    for (const cut of [0.3, 0.6, 0.9]) expect((await send(whole.subarray(0, Math.floor(whole.length * cut)))).code).toBe(400)
    const text = new TextDecoder('gb18030').decode(whole)
    expect((await send(encoded(text.replace('合计|1', '合计|2'), 'gbk'))).msg).toContain('文件可能没有传完整')
    for (const bytes of [Buffer.from(''), Buffer.from('合计|0\r\n'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]), Buffer.alloc(2000, 7)])
      expect((await send(bytes)).code).toBe(400)
    expect(await filingOf(contract_id)).toMatchObject({ status: 1 })
  })

  test('of another project, or without the right, files nothing; of two at once one does', async () => {
    const { line, contract_id } = await contract()
    const theirs = await tokenOf(at.server, await addAccount(at.server, 'theirs', ['/api/filing/numbers'], [2]))
    const none = await tokenOf(at.server, await addAccount(at.server, 'none', ['/api/filing/file']))
    expect(await send(file(line), { token: theirs })).toMatchObject({ code: 400, msg: expect.stringContaining('不在您负责的项目内') })
    expect(await send(file(line), { token: none })).toMatchObject({ code: 403 })
    const answers = await Promise.all([send(file(line)), send(file(line)), send(file(line))])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await filingOf(contract_id)).toMatchObject({ status: 3 })
  })
})

test('by hand, too, a number is one contract’s', async () => {
  const [one, other] = [await contract(), await contract()]
  await send(file(one.line))
  const { filing_id } = await filingOf(other.contract_id)
  expect(await ask('/api/filing/file', { filing_id, filing_no: one.line.filing_no, filed_on: today() })).toMatchObject({
    ...{ code: 409, msg: '这个备案号已登记在另一份合同上' },
  })
})

describe('the list', () => {
  test('has what is to be filed, with whole numbers, in the authority’s layout; what comes back filled in is read; it is logged', async () => {
    const { contract_id, line } = await contract()
    const done = await contract()
    await send(file(done.line))
    const { code, data } = await ask('/api/filing/list', {})
    expect(code).toBe(200)
    expect(data.name).toBe(`备案名单-${today()}.txt`)
    const text = new TextDecoder('gb18030', { fatal: true }).decode(Buffer.from(data.base64, 'base64'))
    const [heads, ...rows] = text.trim().split('\r\n')
    expect(heads).toBe('合同号|承租方|证件号码|坐落|面积|开始日期|结束日期|月租金|押金|签订日期')
    const own = rows.find((row) => row.startsWith(`${line.sn}|`))
    expect(own).toMatch(/\|\d{17}[\dX]\|.+\|\d{8}\|\d{8}\|\d+\.\d\d\|\d+\.\d\d\|\d{8}$/)
    expect(rows.some((row) => row.startsWith(`${done.line.sn}|`))).toBe(false)
    expect(rows.at(-1)).toBe(`合计|${rows.length - 1}`)
    const filled = [`${heads}|备案号|备案日期|说明`, `${own}|${newNumber()}|${today().replaceAll('-', '')}|`, '合计|1'].join('\r\n')
    expect((await send(encoded(`${filled}\r\n`, 'gbk'))).data).toMatchObject({ filed: 1 })
    expect(await filingOf(contract_id)).toMatchObject({ status: 3 })
    const { rows: logged } = await sql`select from operation_log where label = '导出备案名单'`.execute(at.server.db)
    expect(logged).toHaveLength(1)
  })

  test('is of one’s own projects', async () => {
    await contract()
    const theirs = await tokenOf(at.server, await addAccount(at.server, 'lister', ['/api/filing/list'], [2]))
    expect(await ask('/api/filing/list', {}, theirs)).toMatchObject({ code: 400, msg: '没有要备案的合同' })
    expect(await ask('/api/filing/list', { p_id: 1 }, theirs)).toMatchObject({ code: 400, data: { field: 'p_id' } })
  })
})

describe('contracts signed before there were filings', () => {
  const due_on = addDays(today(), 60)

  test('are to be filed by one step, once; those that have ended are not', async () => {
    const [one, ended] = [await letRoom(at, { signed_on: '2026-02-03' }), await letRoom(at, { status: 7 })]
    const old = await letRoom(at, { signed_on: '2020-05-06' })
    expect(await ask('/api/filing/backfill', { due_on: addDays(today(), -1) })).toMatchObject({ code: 400, data: { field: 'due_on' } })
    expect((await ask('/api/filing/backfill', { due_on, since: '2026-01-01' })).data).toMatchObject({
      said: expect.stringMatching(/^\d+ 份合同列为待备案$/),
    })
    expect(await filingOf(one.contract_id)).toMatchObject({ status: 1, signed_on: '2026-02-03', due_on, custom_name: one.name })
    expect(await filingOf(old.contract_id)).toBeUndefined()
    const both = await Promise.all([ask('/api/filing/backfill', { due_on }), ask('/api/filing/backfill', { due_on })])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await filingOf(old.contract_id)).toMatchObject({ status: 1, signed_on: '2020-05-06' })
    expect(await filingOf(ended.contract_id)).toBeUndefined()
  })

  test('of other projects, or without the right, stay as they are; where nothing is filed, nothing is', async () => {
    const { contract_id } = await letRoom(at)
    const theirs = await tokenOf(at.server, await addAccount(at.server, 'filler', ['/api/filing/backfill'], [2]))
    const none = await tokenOf(at.server, await addAccount(at.server, 'nofiller', ['/api/filing/file']))
    expect((await ask('/api/filing/backfill', { due_on }, theirs)).code).toBe(409)
    expect((await ask('/api/filing/backfill', { due_on }, none)).code).toBe(403)
    const { version, values } = (await ask(callsOfSetting(contractSetting).detail)).data
    await ask(callsOfSetting(contractSetting).save, { ...values, filing_days: 0, version })
    expect(await ask('/api/filing/backfill', { due_on })).toMatchObject({ code: 409, msg: expect.stringContaining('不备案') })
    expect(await filingOf(contract_id)).toBeUndefined()
  })
})
