import { createHash } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { printDisk } from '../../../server/prints/files.ts'
import { fetchFile } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { hasPicture, textOf } from '../../help/pdf.ts'
import { picture } from '../../help/pictures.ts'
import { PRINT, receipts } from '../../help/receipts.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = receipts()
const { add, print, printed, rowsOf, receiptOf } = at
/** Numbers begin anew each year. */
const YEAR = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

describe('a receipt', () => {
  test('says who paid what, for what, when and how, in figures and in capitals, and who took it', async () => {
    await at.server.call(
      '/api/invoice/save',
      { title: '安居房屋运营有限公司', rates: [{ from: 1, code: '3040502020000000000', rate: 9 }], paid_first: 2, by: 1, version: 0 },
      at.admin,
    )
    const flow_id = await add({
      custom_name: '张三丰',
      price: 368_000,
      org_id: at.rooms[0],
      deal_time: '2026-03-01 09:30',
      note: '二月补交',
    })
    const [{ sn } = { sn: '' }] = await rowsOf<{ sn: string }>(`select sn from flow where flow_id = ${flow_id}`)
    const { data, bytes } = await printed(flow_id)
    expect(data).toEqual({
      number: expect.stringMatching(new RegExp(`^PJ${YEAR}\\d{6}$`)),
      handle: expect.stringMatching(/^\/files\/prints\/\d+$/),
      is_again: false,
      is_marked: false,
      missing: '',
    })
    const text = await textOf(bytes)
    const said = [
      '收据',
      sn,
      data.number,
      '张三丰',
      '费用项·物业费',
      '2026-01-01至2026-01-31',
      '张杨花苑',
      '转账',
      '叁仟陆佰捌拾元整',
      '¥3,680.00',
    ]
    for (const part of [...said, '2026-03-0109:30', '二月补交', '安居房屋运营有限公司', '系统管理员']) expect(text).toContain(part)
    expect(text).not.toContain('页')
  })

  test('has the seal that 发票设置 names, and none where it names none', async () => {
    const { data: seal } = await upload(at.server, at.admin, (await picture('seal', 'png')).buffer, 'seal.png')
    const bare = await printed(await add())
    const setting = (await at.server.call('/api/invoice/detail', {}, at.admin)).data
    const { values, version } = setting.values ? setting : { values: setting, version: setting.version }
    const saved = await at.server.call('/api/invoice/save', { ...values, seal_img: [seal.img_id], version }, at.admin)
    expect([saved.code, saved.msg]).toEqual([200, ''])
    const sealed = await printed(await add())
    expect([await hasPicture(bare.bytes), await hasPicture(sealed.bytes)]).toEqual([false, true])
  })

  test('printed again is the same kept file with a mark that says how manyeth time it is, which 打印记录 and 操作日志 call 补打', async () => {
    const flow_id = await add({ custom_name: '再来一张' })
    const first = await printed(flow_id)
    const again = await printed(flow_id)
    expect(again.data).toEqual({ ...first.data, is_again: true, is_marked: true })
    expect(await textOf(first.bytes)).not.toContain('补打')
    expect(await textOf(again.bytes)).toContain('补打·第2次打印')
    expect(await textOf((await printed(flow_id)).bytes)).toContain('补打·第3次打印')
    const receipt_id = await receiptOf(flow_id)
    const copies = (await at.server.call('/api/print_copy/index', { resource: 'receipt', record_id: receipt_id }, at.admin)).data.list
    const sha256 = createHash('sha256').update(first.bytes).digest('hex')
    expect(copies.map(({ kind }: { kind: number }) => kind)).toEqual([2, 2, 1])
    for (const copy of copies) expect(copy).toMatchObject({ number: first.data.number, sha256, copies: 3, created_by_title: '系统管理员' })
    const log = (await at.server.call('/api/operation_log/index', { resource: 'receipt', record_id: receipt_id }, at.admin)).data.list
    expect(log.map(({ label }: { label: string }) => label)).toEqual(['补打收据', '补打收据', '打印收据', '打印收据'])
  })

  test('that could not be drawn was handed out to nobody: the next try is the first copy, with the same number', async () => {
    await printed(await add())
    const flow_id = await add()
    const folder = join(at.server.config.dataDir, 'files', 'prints')
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'a file where the folder should be')
    const failed = await print({ flow_id }).finally(async () => {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    })
    expect(failed.code).toBe(500)
    const copies = async () =>
      rowsOf(
        `select number, copies, is_again from print left join print_copy using (print_id) where record_id = ${await receiptOf(flow_id)} order by copy_id`,
      )
    const [undrawn] = await copies()
    expect(undrawn).toMatchObject({ copies: 0, is_again: null })
    const receipt_id = await receiptOf(flow_id)
    const deeds = async () =>
      (await at.server.call('/api/operation_log/index', { resource: 'receipt', record_id: receipt_id, page: 1 }, at.admin)).data.list.map(
        ({ label }: { label: string }) => label,
      )
    expect(await deeds()).toEqual(['打印收据'])
    const { data } = await printed(flow_id)
    expect(data).toMatchObject({ number: undrawn?.number, is_again: false })
    expect(await copies()).toMatchObject([{ copies: 1, is_again: false }])
    expect((await printed(flow_id)).data.is_again).toBe(true)
    expect(await deeds()).toEqual(['补打收据', '打印收据', '打印收据'])
  })

  test('is never drawn again and never changed: the database refuses it', async () => {
    const { bytes } = await printed(await add())
    await expect(sql`update print set sha256 = repeat('0', 64) where sha256 is not null`.execute(at.server.db)).rejects.toThrow(
      '打印过的不能改',
    )
    await expect(sql`update print set content = '{}'`.execute(at.server.db)).rejects.toThrow('打印过的不能改')
    await expect(sql`delete from print where copies > 0`.execute(at.server.db)).rejects.toThrow('打印过的不能改')
    await expect(sql`truncate print cascade`.execute(at.server.db)).rejects.toThrow('打印过的不能改')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('of money out, of a reversal and of what was reversed there is none', async () => {
    const refused = { code: 409, msg: '当前状态不能打印收据，请刷新后重试' }
    expect(await print({ flow_id: await add({ type: 2 }) })).toMatchObject(refused)
    const flow_id = await add()
    await printed(flow_id)
    const { data } = await at.server.call('/api/flow/reverse', { flow_id, note: '录错' }, at.admin)
    for (const id of [flow_id, data.flow_id]) expect(await print({ flow_id: id })).toMatchObject(refused)
    expect(await print({ ids: [flow_id, await add()] })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^有 1 条当前状态不能打印收据（[^、…]+），请刷新后重试$/),
    })
  })

  test('the file of one that was kept lies by its SHA-256', async () => {
    const { bytes } = await printed(await add())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await printDisk(at.server.config.dataDir).read(sha256, 'full')).toMatchObject({ bytes: bytes.length })
  })
})

describe('numbers', () => {
  test('have no gap and no double, whoever prints at once, also where a printing is rolled back', async () => {
    const before = await rowsOf<{ n: number }>("select n from last_number where series like 'PJ2%'")
    const flows = await Promise.all(Array.from({ length: 20 }, () => add()))
    await sql`create function refuse_some() returns trigger language plpgsql as $$ begin if new.print_id % 3 = 0 then raise exception 'no'; end if; return new; end $$`.execute(
      at.server.db,
    )
    await sql`create trigger refuse_some before insert on print for each row execute function refuse_some()`.execute(at.server.db)
    const answers = await Promise.all(flows.map((flow_id) => print({ flow_id })))
    await sql`drop trigger refuse_some on print`.execute(at.server.db)
    const given = answers.flatMap(({ code, data }) => (code === 200 ? [data.number] : [])).sort()
    expect(given.length).toBeGreaterThan(5)
    expect(given.length).toBeLessThan(20)
    const last = before[0]?.n ?? 0
    expect(given).toEqual(given.map((_, index) => `PJ${YEAR}${String(last + 1 + index).padStart(6, '0')}`))
  })

  test('of ten who print one flow at once all get one paper, nine of them again', async () => {
    const flow_id = await add()
    const answers = await Promise.all(Array.from({ length: 10 }, () => print({ flow_id })))
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1)
    expect(answers.filter(({ data }) => data.is_again)).toHaveLength(9)
  })

  test('the same request sent again is the same printing, not another', async () => {
    const flow_id = await add()
    const [one, two] = [
      await at.server.call(PRINT, { flow_id, request_id: 'once' }, at.admin),
      await at.server.call(PRINT, { flow_id, request_id: 'once' }, at.admin),
    ]
    expect(two?.data).toEqual(one?.data)
    expect(
      (await at.server.call('/api/print_copy/index', { resource: 'receipt', record_id: await receiptOf(flow_id) }, at.admin)).data.count,
    ).toBe(1)
  })
})

describe('who may', () => {
  test('without the code 403, of another project 404, also for the file', async () => {
    const [near, far] = [await add({ org_id: at.rooms[0] }), await add({ org_id: at.rooms[1] })]
    const { data } = await printed(far)
    const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/flow/index']))
    expect(await print({ flow_id: near }, reader)).toMatchObject({ code: 403 })
    expect((await fetchFile(at.server, data.handle, reader)).status).toBe(403)
    const clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', [PRINT, '/api/print_copy/index'], [1]))
    expect(await print({ flow_id: near }, clerk)).toMatchObject({ code: 200 })
    expect(await print({ flow_id: far }, clerk)).toMatchObject({ code: 404 })
    expect(await print({ ids: [near, far] }, clerk)).toMatchObject({ code: 404 })
    expect((await fetchFile(at.server, data.handle, clerk)).status).toBe(404)
    expect((await fetch(at.server.url + data.handle)).status).toBe(401)
    expect((await fetchFile(at.server, '/files/prints/99999', at.admin)).status).toBe(404)
    const seen = (await at.server.call('/api/print_copy/index', { resource: 'receipt', record_id: await receiptOf(far) }, clerk)).data
    expect(seen).toMatchObject({ list: [], count: 0 })
  })
})
