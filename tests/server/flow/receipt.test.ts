import { createHash } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { printDisk } from '../../../server/prints/files.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { hasPicture, pagesOf, textOf } from '../../help/pdf.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, fillGround, flowOf, type Ground, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let jobs: Jobs
let rooms: [number, number]

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  rooms = await roomsInTwoProjects(server, ground)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

const PRINT = '/api/flow/receipt'

let asked = 0
const add = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const { code, msg, data } = await server.call('/api/flow/add', { ...flowOf(ground, changes), request_id: `flow ${++asked}` }, admin)
  expect([code, msg]).toEqual([200, ''])
  return data.flow_id
}
/** Each press of the button is a request of its own. */
const print = (params: Record<string, unknown>, token = admin): Promise<Answer> =>
  server.call(PRINT, { ...params, request_id: `print ${++asked}` }, token)
const fileOf = async (handle: string, token = admin): Promise<Buffer> => {
  const response = await fetchFile(server, handle, token)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await response.arrayBuffer())
}
const printed = async (flow_id: number): Promise<{ data: Answer['data']; bytes: Buffer }> => {
  const { code, msg, data } = await print({ flow_id })
  expect([code, msg]).toEqual([200, ''])
  return { data, bytes: await fileOf(data.handle) }
}
const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(server.db)).rows
/** Puts a flow past the dialog's limits. */
const put = async (values: { custom_name: string; note: string }): Promise<number> => {
  const { rows } = await sql<{ flow_id: number }>`
    insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, note, sn, created_by)
    values (1, 2, ${ground.cost}, 100, ${values.custom_name}, 3, '2026-01-01', '2026-01-31', 1772328600, ${values.note}, ${`T${++asked}`}, 1) returning flow_id
  `.execute(server.db)
  return rows[0]?.flow_id ?? 0
}

describe('a receipt', () => {
  test('says who paid what, for what, when and how, in figures and in capitals, and who took it', async () => {
    await server.call(
      '/api/invoice/save',
      { title: '安居房屋运营有限公司', rates: [{ from: 1, code: '3040502020000000000', rate: 9 }], version: 0 },
      admin,
    )
    const flow_id = await add({ custom_name: '张三丰', price: 368_000, org_id: rooms[0], deal_time: '2026-03-01 09:30', note: '二月补交' })
    const [{ sn } = { sn: '' }] = await rowsOf<{ sn: string }>(`select sn from flow where flow_id = ${flow_id}`)
    const { data, bytes } = await printed(flow_id)
    expect(data).toEqual({
      number: expect.stringMatching(/^PJ\d{8}$/),
      handle: expect.stringMatching(/^\/files\/prints\/\d+$/),
      is_again: false,
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
    const { data: seal } = await upload(server, admin, (await picture('seal', 'png')).buffer, 'seal.png')
    const bare = await printed(await add())
    const setting = (await server.call('/api/invoice/detail', {}, admin)).data
    const { values, version } = setting.values ? setting : { values: setting, version: setting.version }
    const saved = await server.call('/api/invoice/save', { ...values, seal_img: [seal.img_id], version }, admin)
    expect([saved.code, saved.msg]).toEqual([200, ''])
    const sealed = await printed(await add())
    expect([await hasPicture(bare.bytes), await hasPicture(sealed.bytes)]).toEqual([false, true])
  })

  test('is the same file when it is printed again, which 打印记录 and 操作日志 call 补打', async () => {
    const flow_id = await add({ custom_name: '再来一张' })
    const first = await printed(flow_id)
    const again = await printed(flow_id)
    expect(again.data).toEqual({ ...first.data, is_again: true })
    expect(again.bytes.equals(first.bytes)).toBe(true)
    const copies = (await server.call('/api/print_copy/index', { resource: 'flow', record_id: flow_id }, admin)).data.list
    const sha256 = createHash('sha256').update(first.bytes).digest('hex')
    expect(copies.map(({ kind }: { kind: number }) => kind)).toEqual([2, 1])
    for (const copy of copies) expect(copy).toMatchObject({ number: first.data.number, sha256, copies: 2, created_by_title: '系统管理员' })
    const log = (await server.call('/api/operation_log/index', { resource: 'flow', record_id: flow_id }, admin)).data.list
    expect(log.map(({ label }: { label: string }) => label)).toEqual(['补打收据', '打印收据', '新增流水'])
  })

  test('that could not be drawn was handed out to nobody: the next try is the first copy, with the same number', async () => {
    await printed(await add())
    const flow_id = await add()
    const folder = join(server.config.dataDir, 'files', 'prints')
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'a file where the folder should be')
    const failed = await print({ flow_id }).finally(async () => {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    })
    expect(failed.code).toBe(500)
    const copies = () =>
      rowsOf(
        `select number, copies, is_again from print left join print_copy using (print_id) where record_id = ${flow_id} order by copy_id`,
      )
    const [undrawn] = await copies()
    expect(undrawn).toMatchObject({ copies: 0, is_again: null })
    const deeds = async () =>
      (await server.call('/api/operation_log/index', { resource: 'flow', record_id: flow_id, page: 1 }, admin)).data.list.map(
        ({ label }: { label: string }) => label,
      )
    expect(await deeds()).toEqual(['新增流水'])
    const { data } = await printed(flow_id)
    expect(data).toMatchObject({ number: undrawn?.number, is_again: false })
    expect(await copies()).toMatchObject([{ copies: 1, is_again: false }])
    expect((await printed(flow_id)).data.is_again).toBe(true)
    expect(await deeds()).toEqual(['补打收据', '打印收据', '新增流水'])
  })

  test('is never drawn again and never changed: the database refuses it', async () => {
    const { bytes } = await printed(await add())
    await expect(sql`update print set sha256 = repeat('0', 64) where sha256 is not null`.execute(server.db)).rejects.toThrow(
      '打印过的不能改',
    )
    await expect(sql`update print set content = '{}'`.execute(server.db)).rejects.toThrow('打印过的不能改')
    await expect(sql`delete from print where copies > 0`.execute(server.db)).rejects.toThrow('打印过的不能改')
    await expect(sql`truncate print cascade`.execute(server.db)).rejects.toThrow('打印过的不能改')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('of money out, of a reversal and of what was reversed there is none', async () => {
    const refused = { code: 409, msg: '当前状态不能打印收据，请刷新后重试' }
    expect(await print({ flow_id: await add({ type: 2 }) })).toMatchObject(refused)
    const flow_id = await add()
    await printed(flow_id)
    const { data } = await server.call('/api/flow/reverse', { flow_id, note: '录错' }, admin)
    for (const id of [flow_id, data.flow_id]) expect(await print({ flow_id: id })).toMatchObject(refused)
    expect(await print({ ids: [flow_id, await add()] })).toMatchObject({ code: 409, msg: '有 1 条当前状态不能打印收据，请刷新后重试' })
  })
})

describe('numbers', () => {
  test('have no gap and no double, whoever prints at once, also where a printing is rolled back', async () => {
    const before = await rowsOf<{ n: number }>("select n from last_number where series = 'PJ'")
    const flows = await Promise.all(Array.from({ length: 20 }, () => add()))
    await sql`create function refuse_some() returns trigger language plpgsql as $$ begin if new.print_id % 3 = 0 then raise exception 'no'; end if; return new; end $$`.execute(
      server.db,
    )
    await sql`create trigger refuse_some before insert on print for each row execute function refuse_some()`.execute(server.db)
    const answers = await Promise.all(flows.map((flow_id) => print({ flow_id })))
    await sql`drop trigger refuse_some on print`.execute(server.db)
    const given = answers.flatMap(({ code, data }) => (code === 200 ? [data.number] : [])).sort()
    expect(given.length).toBeGreaterThan(5)
    expect(given.length).toBeLessThan(20)
    const last = before[0]?.n ?? 0
    expect(given).toEqual(given.map((_, index) => `PJ${String(last + 1 + index).padStart(8, '0')}`))
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
      await server.call(PRINT, { flow_id, request_id: 'once' }, admin),
      await server.call(PRINT, { flow_id, request_id: 'once' }, admin),
    ]
    expect(two?.data).toEqual(one?.data)
    expect((await server.call('/api/print_copy/index', { resource: 'flow', record_id: flow_id }, admin)).data.count).toBe(1)
  })
})

describe('who may', () => {
  test('without the code 403, of another project 404, also for the file', async () => {
    const [near, far] = [await add({ org_id: rooms[0] }), await add({ org_id: rooms[1] })]
    const { data } = await printed(far)
    const reader = await tokenOf(server, await addAccount(server, 'reader', ['/api/flow/index']))
    expect(await print({ flow_id: near }, reader)).toMatchObject({ code: 403 })
    expect((await fetchFile(server, data.handle, reader)).status).toBe(403)
    const clerk = await tokenOf(server, await addAccount(server, 'clerk', [PRINT, '/api/print_copy/index'], [1]))
    expect(await print({ flow_id: near }, clerk)).toMatchObject({ code: 200 })
    expect(await print({ flow_id: far }, clerk)).toMatchObject({ code: 404 })
    expect(await print({ ids: [near, far] }, clerk)).toMatchObject({ code: 404 })
    expect((await fetchFile(server, data.handle, clerk)).status).toBe(404)
    expect((await fetch(server.url + data.handle)).status).toBe(401)
    expect((await fetchFile(server, '/files/prints/99999', admin)).status).toBe(404)
    const seen = (await server.call('/api/print_copy/index', { resource: 'flow', record_id: far }, clerk)).data
    expect(seen).toMatchObject({ list: [], count: 0 })
  })
})

describe('what people typed is only text', () => {
  const hostile = [
    '#panic("x")',
    '#eval("1+1") #read("/etc/passwd")',
    '"quotes" \\ \'and\' `raw` $math$ *bold* _em_ @ref <label> // comment /* more */',
    '],) #let data = none',
    '= 标题 - 列表 + 一 / 词: 义',
    '{{sys.inputs}}',
  ]
  test.each(hostile)('%s', async (text) => {
    const { bytes } = await printed(await put({ custom_name: text.slice(0, 60), note: text }))
    expect(await textOf(bytes)).toContain(text.replaceAll(/\s/g, ''))
  })

  test('10,000 characters go on over pages that are numbered', async () => {
    const { bytes } = await printed(await put({ custom_name: '长', note: '备注文字'.repeat(2500) }))
    const pages = await pagesOf(bytes)
    expect(pages.length).toBeGreaterThan(3)
    expect((await textOf(bytes)).match(/备注文字/g)?.length ?? 0).toBeGreaterThan(2300)
    for (const [index, page] of pages.entries()) expect(page.replaceAll(/\s/g, '')).toContain(`第${index + 1}页，共${pages.length}页`)
  })

  test('more than a paper may say is refused, and takes no number', async () => {
    const [before] = await rowsOf<{ n: number }>("select n from last_number where series = 'PJ'")
    const flow_id = await put({ custom_name: '太长', note: '字'.repeat(200_001) })
    expect(await print({ flow_id })).toMatchObject({ code: 409, msg: expect.stringContaining('太长，不能打印') })
    expect(await rowsOf("select n from last_number where series = 'PJ'")).toEqual([before])
  })

  test('a sign that no shipped font has is not lost: □ on the paper with its number at the foot, said in the answer and kept', async () => {
    const flow_id = await add({ custom_name: '𠮷野家' })
    const { data, bytes } = await printed(flow_id)
    expect(data.missing).toBe('𠮷')
    const text = await textOf(bytes)
    expect(text).toContain('□野家')
    expect(text).toContain('U+20BB7')
    const [copy] = (await server.call('/api/print_copy/index', { resource: 'flow', record_id: flow_id }, admin)).data.list
    expect(copy.missing).toBe('𠮷')
  })
})

describe('many', () => {
  test('200 become one file in 下载记录, in their order, while a list answers; begun again it hands out nothing twice', async () => {
    await sql`
      insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, created_by)
      select 1, 2, ${ground.cost}, n, '批量' || n, 3, '2026-01-01', '2026-01-31', 1772328600, 'B' || n, 1 from generate_series(1, 200) n
    `.execute(server.db)
    const ids = (await rowsOf<{ flow_id: number }>("select flow_id from flow where sn like 'B%' order by flow_id desc")).map(
      ({ flow_id }) => flow_id,
    )
    const early = await printed(ids[3] ?? 0)
    const begun = await print({ ids })
    expect(begun).toMatchObject({ code: 200, data: { id: expect.any(Number), type: expect.any(Number) } })
    const times: number[] = []
    let isDone = false
    const done = ended(server, admin, begun.data.id).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const from = performance.now()
      expect((await server.call('/api/flow/index', { page_rows: 20 }, admin)).code).toBe(200)
      times.push(performance.now() - from)
    }
    const record = await done
    expect(record).toMatchObject({ state: 'done', msg: '收据.pdf', total: 200, error: '' })
    expect(times.length).toBeGreaterThan(10)
    const pages = await pagesOf(await fileOf(record.handle))
    expect(pages).toHaveLength(200)
    for (const [index, page] of pages.entries())
      if (index % 37 === 0) expect(page.replaceAll(/\s/g, '')).toContain(`交款人批量${200 - index}收款事由`)
    expect(pages[3]).toContain(early.data.number)
    const [sums] = await rowsOf<{ n: number; again: number }>(
      `select count(*) as n, count(*) filter (where is_again) as again from print_copy where job_id = ${begun.data.id}`,
    )
    expect(sums).toEqual({ n: 200, again: 1 })
    await sql`update job set state = 'queued', tries_left = 2 where job_id = ${begun.data.id}`.execute(server.db)
    expect((await ended(server, admin, begun.data.id)).state).toBe('done')
    expect(await rowsOf(`select count(*) as n from print_copy where job_id = ${begun.data.id}`)).toEqual([{ n: 200 }])
  })

  test('whoever may print no more when the job runs gets none, nor the file made before', async () => {
    const user = await addAccount(server, 'leaving', [PRINT])
    const token = await tokenOf(server, user)
    const ids = [await add(), await add()]
    const done = await ended(server, token, (await print({ ids }, token)).data.id)
    expect((await fetchFile(server, done.handle, token)).status).toBe(200)
    await jobs.stop()
    const late = await print({ ids }, token)
    await sql`update role set permission = '{/api/flow/index}' where role_id = (select role_id from account where user_id = ${user})`.execute(
      server.db,
    )
    jobs = startTestJobs(server)
    expect(await ended(server, token, late.data.id)).toMatchObject({ state: 'failed', error: '没有权限：打印收据' })
    expect((await fetchFile(server, done.handle, token)).status).toBe(403)
  })

  test('a file that was kept lies by its SHA-256', async () => {
    const { bytes } = await printed(await add())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await printDisk(server.config.dataDir).read(sha256, 'full')).toMatchObject({ bytes: bytes.length })
  })
})
