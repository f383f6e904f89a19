// A list page with sealed numbers against the same page as it was before: numbers in clear, the age reckoned by the view, masked row by row.
import { rmSync } from 'node:fs'
import pg from 'pg'
import { timeInTurns } from './lib/client.mjs'
import { fixed, median, print, printTable, target } from './lib/figures.mjs'
import { bench } from './lib/run.mjs'
import { startServer } from './lib/server.mjs'
import { withSource } from './lib/source.mjs'

const TENANTS = Number(process.env.BENCH_TENANTS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300)
const dir = process.env.BENCH_NUMBERS_DIR ?? '/var/tmp/anju-bench-numbers'
const EACH = 2000

const tenant = (n) => ({
  name: `租客${n}`,
  card: `310101${1950 + (n % 50)}0${1 + (n % 9)}1${n % 10}${String(n % 1000).padStart(3, '0')}${n % 10}`.slice(0, 17) + String(n % 10),
  phone: `1${String(3_000_000_000 + n * 7919).slice(0, 10)}`,
  p_id: 1 + (n % 2),
})

/** The table, the view and the indexes of before. */
const BEFORE = `
  drop table if exists before cascade;
  create table before as select custom_id, name, ''::text as card, ''::text as phone, company_id, withhold, p_id, version, created_by, created_at, updated_at from lessee;
  alter table before add primary key (custom_id);
  create or replace function birth_before(card text) returns date language plpgsql immutable as $$
  begin return to_date(substr(card, 7, 8), 'YYYYMMDD'); exception when others then return null; end $$;
  create view before_view as select l.*, (case when substr(l.card, 17, 1) ~ '[13579]' then 1 else 2 end)::smallint as sex,
    birth_before(l.card) as birth, extract(year from age(current_date, birth_before(l.card)))::integer as age from before l;
  create index before_phone on before (phone text_pattern_ops) include (custom_id);
`

const fill = async (client, source, db) => {
  const { insertRows } = await source('/server/store/writing/write.ts')
  const { resourceNamed } = await source('/src/declared/declared.ts')
  const lessee = resourceNamed('lessee')
  await client.query("insert into project (name) values ('一'), ('二')")
  const start = performance.now()
  for (let n = 0; n < TENANTS; n += EACH)
    await insertRows(
      db,
      lessee,
      Array.from({ length: Math.min(EACH, TENANTS - n) }, (_, index) => ({
        ...tenant(n + index),
        card: `${300_000_000_000_000_000n + BigInt(n + index)}`,
      })),
      null,
    )
  const sealed = performance.now() - start
  await client.query(BEFORE)
  const people = await client.query('select custom_id from lessee order by 1')
  for (let n = 0; n < TENANTS; n += EACH) {
    const rows = people.rows
      .slice(n, n + EACH)
      .map(({ custom_id }, index) => [
        custom_id,
        `310101199003${10 + ((n + index) % 18)}${String((n + index) % 10_000).padStart(4, '0')}`,
        tenant(n + index).phone,
      ])
    await client.query(
      'update before b set card = m.card, phone = m.phone from unnest($1::integer[], $2::text[], $3::text[]) as m (id, card, phone) where b.custom_id = m.id',
      [rows.map(([id]) => id), rows.map(([, card]) => card), rows.map(([, , phone]) => phone)],
    )
  }
  await client.query('vacuum analyze')
  return sealed
}

await bench(`封存的号码：${TENANTS.toLocaleString('en')} 位租客的列表页`, async () => {
  rmSync(dir, { recursive: true, force: true })
  const server = await startServer({ dir, env: { SAMPLE_DATA: 'none' } })
  const client = new pg.Client(server.connection())
  client.on('error', () => {})
  await client.connect()
  await withSource(async (source) => {
    const { kyselyOn, openPool } = await source('/server/store/connection/database.ts')
    const { readSealer, giveSealer, sealerOf } = await source('/server/store/sealing/sealer.ts')
    const { listPage } = await source('/server/store/reading/list.ts')
    const { foundByHash } = await source('/server/store/reading/filters.ts')
    const { maskCard, maskPhone } = await source('/src/protocol/masks.ts')
    const { resourceNamed } = await source('/src/declared/declared.ts')
    const db = kyselyOn(openPool(server.connection(), 2))
    giveSealer(db, await readSealer({ dataDir: dir, secretKey: '' }))
    const sealed = await fill(client, source, db)
    const lessee = resourceNamed('lessee')
    const page = (params) => () => listPage(db, lessee, { page: 1, page_rows: 20, ...params }, null, resourceNamed)
    const { completeAll } = await source('/src/derive/complete.ts')
    const { sex, age: _age, card, phone, ...plain } = (await source('/src/resources/tenant/lessee.ts')).default.columns
    const columns = {
      ...{ ...plain, sex, age: { label: '年龄', is: 'int', derived: true }, birth: { label: '出生日期', is: 'date', derived: true } },
      ...{ card: { label: card.label, is: 'code', filter: true }, phone: { label: phone.label, is: 'code', filter: true } },
    }
    const declared = {
      name: 'before',
      label: '从前',
      key: 'custom_id',
      title: 'name',
      columns,
      sort: ['custom_id', 'desc'],
      scope: 'p_id',
      view: 'before_view',
    }
    const [former] = completeAll([declared])
    const before = (params) => async () => {
      const { list } = await listPage(db, former, { page: 1, page_rows: 20, ...params }, null, resourceNamed)
      return list.map((row) => ({ ...row, card: maskCard(row.card), phone: maskPhone(row.phone) }))
    }
    const some = tenant(Math.floor(TENANTS / 2)).phone
    const hash = foundByHash(sealerOf(db).hash('phone', some))
    const cases = [
      ['第一页（含年龄、两种打码的列）', page({}), before({})],
      ['按完整手机号查找', page({ phone: hash }), before({ phone: some })],
    ]
    const rows = []
    for (const [label, now, then] of cases) {
      const [own, reference] = await timeInTurns([now, then], ROUNDS, 30)
      rows.push({ label, own: median(own), reference: median(reference) })
    }
    printTable([
      ['', '封存 ms', '从前 ms', '倍数'],
      ...rows.map(({ label, own, reference }) => [label, fixed(own, 3), fixed(reference, 3), fixed(own / reference)]),
    ])
    print(`\n封存并写入 ${TENANTS.toLocaleString('en')} 位租客：${fixed(sealed / 1000, 1)} 秒\n`)
    const [first] = rows
    target('列表页 ≤ 从前的 1.1 倍', first.own / first.reference <= 1.1, `${fixed(first.own / first.reference)} 倍`)
    await db.destroy()
  })
  await client.end()
})
