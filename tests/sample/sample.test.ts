import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noParams } from '../../server/calls/defineCall.ts'
import { readConfig } from '../../server/config.ts'
import { seedAccounts } from '../../server/domain/account/seedAccounts.ts'
import { loadRegions } from '../../server/domain/property/loadRegions.ts'
import calls from '../../server/domain/sample/calls.ts'
import { clearSample } from '../../server/domain/sample/clearSample.ts'
import { BUSINESS_TABLES } from '../../server/domain/sample/tables.ts'
import { diskAt } from '../../server/files/disk.ts'
import { readImage } from '../../server/files/images.ts'
import { makeSample } from '../../server/sample/makeSample.ts'
import { migrate } from '../../server/store/bringUp/migrate.ts'
import { plan } from '../../server/store/bringUp/plan.ts'
import { type Connection, type Database, kyselyOn, openPool } from '../../server/store/connection/database.ts'
import { giveSealer, readSealer, type Sealer } from '../../server/store/sealing/sealer.ts'
// What a first start prints the sample's letters by.
import '../../server/wiring.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { readIdCard } from '../../src/protocol/idCard.ts'
import type { ClearedCounts } from '../../src/schemas/settings/clearSample.ts'
import { isProof, proof } from '../help/depth.ts'
import { cellOf, hashOf, LOOKUPS, readOverAndOver, shapeOf } from '../help/store/fingerprints.ts'
import { readyStore } from '../help/store/readyStore.ts'
import { cleanUp, query, silent, start } from '../server/store/embeddedHelp.ts'

const patience = 120_000
/** The day on which it was made: yesterday by now, where midnight is between. */
const MADE = '(select to_timestamp(max(created_at))::date from account)'
let dataDir = ''
let db: Database
let twin: Database
let sealer: Sealer
let shape: unknown
let twinShape: unknown

const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db)).rows
const one = (text: string): Promise<unknown> => cellOf(text, db)
const none = async (text: string): Promise<void> => expect(await one(text)).toBe(0)
const countOf = async (table: string): Promise<unknown> => one(`select count(*) from ${table}`)

const open = (connection: Connection): Database => {
  const opened = kyselyOn(openPool(connection, 3))
  giveSealer(opened, sealer)
  return opened
}

/** The sample as a first start with SAMPLE_DATA=small left it, which all browser tests begin with: it takes most of a minute to make. */
beforeAll(async () => {
  dataDir = readyStore('small', 'sample')
  sealer = await readSealer(readConfig({ DATA_DIR: dataDir }))
  const { connection } = await start(dataDir)
  db = open(connection)
  shape = await shapeOf(db)
  if (!isProof) return
  await query(connection, 'create database twin')
  twin = open({ ...connection, database: 'twin' })
  await migrate(twin, plan)
  twinShape = await shapeOf(twin)
  await loadRegions(twin)
  await seedAccounts(twin, 'anju2026', true)
  await makeSample(twin, 'small', dataDir, silent)
})

afterAll(async () => {
  await db?.destroy()
  await twin?.destroy()
  await cleanUp()
  rmSync(dataDir, { recursive: true, force: true })
}, patience)

describe('the small sample', () => {
  proof('is the same on every store of the same day', async () => {
    expect(await hashOf(twin)).toEqual(await hashOf(db))
  })

  it('reads no table over and over from end to end: what does so of two thousand rooms takes hours of a hundred thousand', async () => {
    expect(await readOverAndOver(db)).toEqual([])
  })

  proof('leaves indexes, constraints and triggers as they were', () => {
    expect(shape).toBe(twinShape)
  })

  it('has 2,000 rooms of every nature and show type, in 3 projects and 12 estates', async () => {
    expect([await countOf('org'), await countOf('project'), await countOf('community')]).toEqual([2000, 3, 12])
    expect(await one(`select string_agg(distinct show_type || '/' || nature, ' ' order by show_type || '/' || nature) from org`)).toBe(
      '1/1 1/2 1/3 2/1 2/2 2/3 3/1 3/2',
    )
    expect(await one(`select count(*) from unit where show_type = 1 and jsonb_array_length(all_floor) not between 6 and 30`)).toBe(0)
    expect(await one(`select count(*) from org join kind on id = kind_id where kind.show_type <> org.show_type`)).toBe(0)
    await none(
      `select count(*) from org o join unit u using (unit_id) where u.show_type = 1 and (u.number <> '666' or o.sn <> u.sn || '-' || o.number)`,
    )
    await none(`select count(*) from unit u where u.show_type = 1 and (select sum((f->>'total')::int) from jsonb_array_elements(all_floor) f)
      <> (select count(*) from org o where o.unit_id = u.unit_id)`)
    expect(await one(`select min(address) from org where region_name = '市光怡居苑'`)).toBe('上海市杨浦区殷行街道市光路1260弄')
  })

  it('lets about 88 %, each let room by one contract in force', async () => {
    const wrong = await rowsOf(`
      select o.org_id, o.state, count(c.*) from org o
      left join contract c on c.org_id = o.org_id and c.status in (3, 4, 6) and ${MADE} <= c.end_date
      group by o.org_id, o.state having count(c.*) <> case when o.state in (3, 4, 5, 6, 7) then 1 else 0 end`)
    expect(wrong).toEqual([])
    const share = Number(await one(`select avg((state in (4, 5, 6, 7))::int) from org`))
    expect(share).toBeGreaterThan(0.85)
    expect(share).toBeLessThan(0.91)
    expect(await one(`select array_agg(distinct state)::text from org`)).toBe('{1,2,3,4,5,6,7,8,9,10}')
    await none(`select count(*) from contract a join contract b on a.org_id = b.org_id and a.contract_id < b.contract_id
      and a.status not in (1, 2, 8) and b.status not in (1, 2, 8) and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')`)
    expect(await one(`select count(*) from contract where rent % 100 <> 0 or rent <= 0`)).toBe(0)
  })

  it('has a deposit for every contract that was signed, never more given back than taken', async () => {
    await none(`select count(*) from contract c join lessee l using (custom_id) where status in (4, 5, 6, 7) and not exists (
      select from flow_view f where f.org_id = c.org_id and f.custom_name = l.name and f.type = 1 and f.item = '房屋押金' and f.state = 1
        and f.price = c.deposit and f.start_date = c.start_date)`)
    await none(`select count(*) from (select from flow where "from" = 3 group by org_id, custom_name, from_id, start_date
      having sum(case type when 1 then price else -price end) < 0) below`)
  })

  it('settles what is owed when its money came, not on the day that the sample is made', async () => {
    expect(await one(`select count(*) from allocation a join flow f using (flow_id) where a.created_at <> f.deal_time`)).toBe(0)
    expect(Number(await one(`select count(*) from allocation`))).toBeGreaterThan(1000)
  })

  it('has valid people', async () => {
    const today = String(await one(`select ${MADE}::text`))
    const sealed = await rowsOf<{ name: string; card: Buffer; phone: Buffer }>(
      'select name, card$sealed as card, phone$sealed as phone from lessee',
    )
    const people = sealed.map(({ name, card, phone }) => ({ name, card: sealer.open('card', card), phone: sealer.open('phone', phone) }))
    const ages = people.map(({ card }) => readIdCard(card, today)?.age ?? -1)
    expect([Math.min(...ages) >= 22, Math.max(...ages) <= 75]).toEqual([true, true])
    expect(new Set(people.map(({ card }) => card)).size).toBe(people.length)
    expect(new Set(people.map(({ phone }) => phone)).size).toBe(people.length)
    expect(people.filter(({ phone }) => !/^1\d{10}$/.test(phone))).toEqual([])
    expect(people.filter(({ name }) => ![2, 3, 4].includes([...name].length))).toEqual([])
    expect(people.some(({ name }) => name.includes('𠮷'))).toBe(true)
  })

  it('has flows that add up, none in the future, numbered by the day of the deal', async () => {
    expect(await one(`select sum(r.price + f.price) from flow r join flow f on f.flow_id = r.reverses`)).toBe(0)
    expect(Number(await one(`select count(*) from flow where reverses is not null`))).toBeGreaterThan(5)
    await none(`select count(*) from flow r join flow f on f.flow_id = r.reverses where r.deal_time < f.deal_time or r.price <> -f.price`)
    expect(await one(`select count(*) from flow where deal_time >= epoch_now()`)).toBe(0)
    expect(await one(`select count(*) from flow where left(sn, 10) <> 'SJ' || to_char(to_timestamp(deal_time), 'YYYYMMDD')`)).toBe(0)
    expect(await one(`select count(*) from flow f join org o using (org_id) where f.unit_id <> o.unit_id or f.p_id <> o.p_id`)).toBe(0)
    expect(await one(`select count(*) from flow_view where item is null or created_by is null`)).toBe(0)
  })

  it('has repairs whose input VAT is deducted, some of it turned out, and one of those undone', async () => {
    expect(Number(await one(`select count(*) from flow where deductible = 1 and invoice_held = invoice_number`))).toBeGreaterThan(5)
    expect(await rowsOf(`select state, count(*)::integer as n from input_tax_out_view group by state order by state`)).toEqual([
      { state: 1, n: 2 },
      { state: 2, n: 1 },
      { state: 3, n: 1 },
    ])
    expect(Number(await one(`select max(brought) from vat_month_view`))).toBeGreaterThanOrEqual(1_286_540)
  })

  it('has pictures that are on disk and marked as used', async () => {
    const files = await rowsOf<{ hash: string; bytes: number; is_used: boolean }>(`select hash, bytes, is_used from file`)
    expect([files.length, files.every((file) => file.is_used)]).toEqual([44, true])
    const disk = diskAt(dataDir)
    const bytesOf = async (...file: Parameters<typeof disk.read>): Promise<Buffer> =>
      buffer((await disk.read(...file))?.stream as NodeJS.ReadableStream)
    const bytes = await bytesOf(files[0]?.hash ?? '', 'full')
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([files[0]?.hash, files[0]?.bytes])
    expect((await readImage(await bytesOf(files[39]?.hash ?? '', 'thumb'))).width).toBe(240)
    await none(
      `select count(*) from (select unnest(imgs) as id from org union select unnest(imgs) from flow union select unnest(photos) from repair) named where id not in (select img_id from file)`,
    )
  })

  it('has some who stay beyond their terms, each with a case and what it costs by the day', async () => {
    const stay = Number(await one(`select count(*) from contract where status = 9`))
    expect(stay).toBeGreaterThan(1)
    expect(
      await one(`select count(*) from holdover h join contract c using (contract_id) where c.status = 9 and h.since = c.end_date + 1`),
    ).toBe(stay)
    expect(await one(`select array_agg(distinct status order by status)::text from holdover`)).toBe('{1,2,3}')
    await none(`select count(*) from bill b join holdover h using (contract_id) where b."from" = 1 and b.start_date >= h.since`)
  })

  it('has reviews in hand, applications of telephones and photographs of what tenants told of', async () => {
    expect(await one(`select array_agg(distinct status)::text from review`)).toBe('{1,2,3,4}')
    await none(
      `select count(*) from review where status in (2, 3, 4) and (verdict is null or declared_at >= epoch_now() or declared_at < created_at)`,
    )
    await none(`select count(*) from review r join contract c using (contract_id) where c.status <> 4 or c.kind <> 1 or c.p_id <> r.p_id`)
    await none(`select count(*) from application_draft d full join (select * from qualification where source = 2) q using (apply_id)
        where (d.status = 3) is distinct from (q.apply_id is not null) or (d.status = 3 and d.phone$hash <> q.phone$hash)`)
    expect(
      await one(
        `select string_agg(status || ':' || (n > 2), ' ' order by status) from (select status, count(*) as n from application_draft group by 1) s`,
      ),
    ).toBe('2:true 3:true')
    expect(await one(`select count(*) from application_draft where updated_at >= epoch_now() or keep_until < ${MADE}`)).toBe(0)
    expect(Number(await one(`select count(*) from repair where source = 2 and photos <> '{}'`))).toBeGreaterThan(1)
  })

  it('has contracts with terms of their own on late fees, who are late by them', async () => {
    expect(
      await rowsOf(`
        select fee_way, count(*) > 1 as several, count(*) < 20 as few, bool_and(late) as late from (
          select c.fee_way, exists (select from bill b where b.contract_id = c.contract_id and b.is_void = 0 and b.paid < b.price and b.bill_date < ${MADE}) as late
          from contract c where c.fee_way > 1) each group by fee_way order by fee_way`),
    ).toEqual([2, 3].map((fee_way) => ({ fee_way, several: true, few: true, late: true })))
    const agreed = `select count(*) from contract_fee join contract using (contract_id, fee_way) where from_date = ${MADE} - 30`
    expect(await one(agreed)).toBe(1)
    const way = `(select count(distinct bill_id) from late_fee_bill l, jsonb_array_elements(l.pieces) p where p->>'by' = '按合同约定')`
    expect(Number(await one(`select ${way}`))).toBeGreaterThan(2)
    await none(`select count(*) from late_fee_bill l join bill b using (bill_id) join contract c using (contract_id) where c.fee_way = 3`)
  })

  it('leaves every sequence past its rows', async () => {
    expect(await one(`select 'AJ' || series_digits(nextval('unit_sn'), 8) > max(sn) from unit`)).toBe(true)
    expect(await one(`select nextval('flow_sn') > max(substr(sn, 11)::bigint) from flow`)).toBe(true)
    for (const [table, key] of [
      ['project', 'p_id'],
      ['org', 'org_id'],
      ['flow', 'flow_id'],
      ['lessee', 'custom_id'],
      ['file', 'img_id'],
    ] as const)
      expect(await one(`select nextval(pg_get_serial_sequence('${table}', '${key}')) > max(${key}) from ${table}`)).toBe(true)
  })

  it('is not made twice', async () => {
    await makeSample(db, 'small', dataDir, silent)
    expect(await countOf('org')).toBe(2000)
  })
})

describe('clearing the sample', () => {
  it('asks for the words', () => {
    expect(calls.map(({ path, can, writes }) => ({ path, can, writes }))).toEqual([
      { path: '/api/sample/counts', can: '/api/sample/clear', writes: undefined },
      { path: '/api/sample/clear', can: 'self', writes: true },
    ])
    const refused = (confirm: string) => validateForm(calls[1]?.params ?? noParams(''), { confirm })
    expect([refused('清空示例数据'), refused('清空').length]).toEqual([[], 1])
  })

  it('says how much it takes: the parts by name and the rest together are every row of the business', async () => {
    const counts = await db.transaction().execute((tx) => calls[0]?.handle({ tx } as never, {}) as Promise<ClearedCounts>)
    expect(counts).toMatchObject({ project: 3, community: 12, org: 2000, flow: Number(await countOf('flow')) })
    const all = await Promise.all(BUSINESS_TABLES.map(countOf))
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(all.reduce((sum: number, n) => sum + Number(n), 0))
  })

  let flows: unknown
  it('takes every business row and nothing else, once', { timeout: patience }, async () => {
    const kept = await Promise.all([...LOOKUPS, 'account', 'role', 'region', 'file'].map(countOf))
    flows = await countOf('flow')
    // As where the sample came without it, and the operator saved his own a day later.
    await rowsOf('alter table setting_version disable trigger setting_append_only')
    await rowsOf(`update setting_version set created_at = created_at + 86400 where setting = 'invoice'`)
    await rowsOf('alter table setting_version enable trigger setting_append_only')
    await db.transaction().execute(clearSample)
    expect(await Promise.all(BUSINESS_TABLES.map(countOf))).toEqual(BUSINESS_TABLES.map(() => 0))
    expect(await Promise.all([...LOOKUPS, 'account', 'role', 'region', 'file'].map(countOf))).toEqual(kept)
    expect(await one(`select count(*) from file where is_used`)).toBe(0)
    // What a sample charges for being late, nobody who lets real rooms has agreed on; what was saved after it stays.
    expect(await rowsOf('select setting from setting_version')).toEqual([{ setting: 'invoice' }])
    expect(await shapeOf(db)).toBe(shape)
    await expect(db.transaction().execute(clearSample)).rejects.toMatchObject({ code: 409, message: '当前数据不是示例数据，不能清空' })
  })

  proof(
    'then the sample can be made again',
    async () => {
      await makeSample(db, 'small', dataDir, silent)
      expect(await countOf('org')).toBe(2000)
      expect(await countOf('flow')).toBe(flows)
      await expect(rowsOf(`delete from flow`)).rejects.toThrow('流水只能追加，错误请红冲')
      await expect(rowsOf(`truncate flow cascade`)).rejects.toThrow('流水只能追加，错误请红冲')
    },
    patience,
  )
})
