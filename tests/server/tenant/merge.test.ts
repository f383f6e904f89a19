import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { rounds } from '../../help/depth.ts'
import { namedIn } from '../../help/naming.ts'
import { fillProject } from '../../help/projects.ts'
import { addRow, addTenant, cardOf, flat } from '../../help/store/ground.ts'

const at = adminServer({}, 'refused')
const { ask } = at

let people = 3000
const person = (changes: object = {}): Promise<number> =>
  addTenant(at.server, { name: `租客${++people}`, card: cardOf(people), ...changes })
const merge = (custom_id: number, merged_into: number, token?: string) => ask('/api/lessee/merge', { custom_id, merged_into }, token)
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(at.server.db)).rows[0] as T

let rooms: number[]
beforeAll(async () => {
  rooms = []
  for (let n = 0; n < 4; n++) rooms.push((await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0])
})

const contract = (custom_id: number, start: string, end: string, changes: object = {}): Promise<number> =>
  addRow(at.server, 'contract', {
    sn: `HT${++people}`,
    custom_id,
    org_id: rooms[people % rooms.length] ?? 0,
    p_id: 1,
    start_date: start,
    end_date: end,
    rent: 100,
    deposit: 100,
    status: 7,
    ...changes,
  })

/** A bill with its shares, and what was paid of the first. */
const bill = async (custom_id: number, price: number, ratio: number, paid: number): Promise<void> => {
  const params = {
    org_id: rooms[0],
    unit_id: 1,
    from: 2,
    from_id: at.ground.cost,
    price,
    bill_date: '2026-01-01',
    payer: 1,
    payment_ratio: ratio,
  }
  const { name } = await one(sql<{ name: string }>`select name from lessee where custom_id = ${custom_id}`)
  const made = await ask('/api/bill/create', {
    ...params,
    ...{ user_clear: 0, late: 0, start_date: '2026-01-01', end_date: '2026-01-31', custom_id, custom_name: name, contract_id: 0, type: 2 },
  })
  expect(made).toMatchObject({ code: 200 })
  if (paid === 0) return
  await sql`
    with f as (
      insert into flow (sn, type, "from", from_id, price, org_id, p_id, custom_name, way, start_date, end_date, deal_time)
      values (${`LS${++people}`}, 1, 2, 1, ${paid}::bigint, ${rooms[0]}, 1, '租客', 3, '2026-01-01', '2026-01-31', 1) returning flow_id
    )
    insert into allocation (flow_id, share_id, price, p_id) select flow_id, s.share_id, ${paid}::bigint, 1 from f, bill_share s where s.bill_id = ${made.data.bill_id} and s.party = 1
  `.execute(at.server.db)
}

interface Sums {
  bills: number
  price: number
  paid: number
  shares: number
  settled: number
  allocated: number
}
const sumsOf = (keys: readonly number[]): Promise<Sums> =>
  one(sql<Sums>`
    select count(*)::integer as bills, coalesce(sum(b.price), 0)::bigint as price, coalesce(sum(b.paid), 0)::bigint as paid,
      coalesce(sum(s.price), 0)::bigint as shares, coalesce(sum(s.paid), 0)::bigint as settled, coalesce(sum(s.allocated), 0)::bigint as allocated
    from bill b cross join lateral (
      select sum(price) as price, sum(paid) as paid, (select sum(a.price) from allocation a join bill_share x on x.share_id = a.share_id where x.bill_id = b.bill_id) as allocated
      from bill_share s where s.bill_id = b.bill_id
    ) s where b.custom_id = any(${keys}::integer[])
  `)

const named = namedIn(at, 'lessee')

test('everything that names the one that goes names the one that stays, and the one that goes leads there', async () => {
  const { lessee: gone = 0, org } = await fillProject(at.server, at.ground, 1, '合并苑')
  const kept = await person({ withhold: 0 })
  const before = await named(gone)
  expect(Object.keys(before).sort()).toEqual([
    'bill.custom_id',
    'certificate.custom_id',
    'contract.custom_id',
    'demand.custom_id',
    'deposit_entry.custom_id',
    'dunning.custom_id',
    'flow.custom_id',
    'flow_claim.custom_id',
    'inspect.custom_id',
    'invoice_title.custom_id',
    'kin.custom_id',
    'occupant.custom_id',
    'opening_item.custom_id',
    'repair.custom_id',
    'review.custom_id',
    'signature.custom_id',
    'violation.custom_id',
  ])
  const living = async (): Promise<unknown> =>
    one(sql`select array_agg(distinct custom_id) as who from occupancy where org_id = ${org} and custom_id is not null`)
  expect(await living()).toEqual({ who: [gone] })
  expect(await merge(gone, kept)).toMatchObject({ code: 200, data: { custom_id: gone, merged_into: kept } })
  expect(await named(gone)).toEqual({})
  expect(await named(kept)).toEqual({ ...before, 'lessee.merged_into': 1 })
  expect((await ask('/api/lessee/detail', { custom_id: gone })).data).toMatchObject({ standing: 2, merged_into: kept })
  expect((await ask('/api/lessee/detail', { custom_id: kept })).data).toMatchObject({ withhold: 1, standing: 1 })
  expect((await ask('/api/org/detail', { org_id: org })).data.current_tenant).toBe(kept)
  expect(await living()).toEqual({ who: [kept] })
  const { rows } = await sql<{ resource: string; record_id: number }>`
    select distinct resource, record_id from operation_log where path = '/api/lessee/merge' and resource in ('lessee', 'bill', 'contract', 'signature') order by 1, 2
  `.execute(at.server.db)
  expect(new Set(rows.map(({ resource }) => resource))).toEqual(new Set(['bill', 'contract', 'lessee', 'signature']))
  expect(rows.filter(({ resource }) => resource === 'lessee').map(({ record_id }) => record_id)).toEqual([gone, kept].sort((a, b) => a - b))

  // What was merged is changed, deleted, chosen and named no more.
  const refused = { code: 409, msg: '该记录已合并，请改留下的那一条' }
  expect(await ask('/api/lessee/edit', { custom_id: gone, name: '改', card: cardOf(2999), phone: '13812345678', p_id: 1 })).toMatchObject(
    refused,
  )
  expect(await ask('/api/lessee/del', { custom_id: gone })).toMatchObject(refused)
  const { data } = await ask('/api/lessee/detail', { custom_id: gone })
  for (const call of ['find', 'choose']) {
    const found = (await ask(`/api/lessee/${call}`, { keyword: data.name })).data
    const list: { custom_id: number }[] = found.list ?? found
    expect([call, list.some(({ custom_id }) => custom_id === gone)]).toEqual([call, false])
  }
  const other = await person()
  expect(await merge(other, gone)).toMatchObject({ code: 409, msg: '所选的已合并到另一条记录，请另选' })
  await expect(sql`update bill set custom_id = ${gone} where custom_id = ${kept}`.execute(at.server.db)).rejects.toThrow(
    'names a merged row',
  )
})

test('who was merged into one who is merged is of the last one', async () => {
  const [first, second, third] = [await person({ name: '欧阳春' }), await person(), await person()]
  await merge(first, second)
  await merge(second, third)
  const { merged_into } = (await ask('/api/lessee/detail', { custom_id: first })).data
  expect(merged_into).toBe(third)
  // By the name that the former one had the palette leads to the one that stayed.
  expect((await ask('/api/search/find', { keyword: '欧阳春' })).data.person).toMatchObject([{ id: third }])
})

test('two whose contracts in force overlap stay two; those that follow each other, or are over, become one', async () => {
  const [one_, other] = [await person(), await person()]
  await contract(one_, '2040-01-01', '2040-12-31', { status: 4, org_id: rooms[0] })
  const late = await contract(other, '2040-12-31', '2041-12-31', { status: 4, org_id: rooms[1] })
  const answer = await merge(one_, other)
  expect(answer).toMatchObject({ code: 409, data: { field: 'merged_into' } })
  expect(answer.msg).toContain('两人各有履行中的合同，租期重叠，不能合并')
  expect((await ask('/api/lessee/merging', { custom_id: one_, merged_into: other })).data.said).toBe(answer.msg)
  await sql`update contract set start_date = '2041-01-01' where contract_id = ${late}`.execute(at.server.db)
  expect(await merge(one_, other)).toMatchObject({ code: 200 })
  expect(await merge(other, other)).toMatchObject({ code: 400, msg: '不能与自己合并' })
})

test('two who each live in a company’s room stay two, and are told so before', async () => {
  const [one_, other] = [await person(), await person()]
  const contract_id = await contract(one_, '2042-01-01', '2042-12-31')
  for (const custom_id of [one_, other])
    await addRow(at.server, 'occupant', { custom_id, contract_id, from_date: '2042-01-01', p_id: 1, status: 1 })
  const answer = await merge(one_, other)
  expect(answer).toMatchObject({
    code: 409,
    msg: expect.stringContaining('两人各在一间整租房的入住名单上'),
    data: { field: 'merged_into' },
  })
  expect((await ask('/api/lessee/merging', { custom_id: one_, merged_into: other })).data.said).toBe(answer.msg)
})

test('ten at once make one merge, whichever way round they are asked', async () => {
  const [one_, other] = [await person(), await person()]
  await contract(one_, '2030-01-01', '2030-12-31')
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? merge(one_, other) : merge(other, one_))))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { code, msg } of answers) expect([200, 409], msg).toContain(code)
  const { rows } = await sql<{
    standing: number
  }>`select standing from lessee where custom_id in (${one_}, ${other}) order by standing`.execute(at.server.db)
  expect(rows.map(({ standing }) => standing)).toEqual([1, 2])
})

test('what is registered while they are merged is left behind with neither', async () => {
  for (let round = 0; round < 5; round++) {
    const [gone, kept] = [await person(), await person()]
    const adding = Array.from({ length: 6 }, async () => {
      const img_id = (
        await one(sql<{ img_id: number }>`
        insert into file (hash, mime, bytes, width, height, created_by) values (${`h${++people}`}, 'image/png', 1, 1, 1, 1) returning img_id`)
      ).img_id
      return ask('/api/FddUser/add_signature', { holder: 2, custom_id: gone, name: '签名', imgs: [img_id] })
    })
    const [merged, ...added] = await Promise.all([merge(gone, kept), ...adding])
    expect(merged.code).toBe(200)
    for (const { code, msg } of added) expect([200, 409], msg).toContain(code)
    expect(await named(gone)).toEqual({})
    expect((await named(kept))['signature.custom_id'] ?? 0).toBe(added.filter(({ code }) => code === 200).length)
  }
})

test('property: whatever two owe and have paid, after they are one the sums are what they were', async () => {
  const part = fc.record({
    price: fc.integer({ min: 1, max: 1_000_000 }),
    ratio: fc.constantFrom(100, 70, 50, 30),
    paid: fc.integer({ min: 0, max: 100 }),
  })
  const bills = fc.array(part, { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(bills, bills, async (mine, theirs) => {
      const [gone, kept] = [await person(), await person()]
      for (const [key, all] of [
        [gone, mine],
        [kept, theirs],
      ] as const)
        for (const { price, ratio, paid } of all) await bill(key, price, ratio, Math.min(paid, Math.ceil((price * ratio) / 100)))
      const before = await sumsOf([gone, kept])
      const preview = (await ask('/api/lessee/merging', { custom_id: gone, merged_into: kept })).data
      expect(await merge(gone, kept)).toMatchObject({ code: 200 })
      expect(await sumsOf([kept])).toEqual(before)
      expect(await sumsOf([gone])).toMatchObject({ bills: 0 })
      const { owed } = (await ask('/api/lessee/detail', { custom_id: kept })).data
      const told = preview.facts.find(({ label }: { label: string }) => label === '欠款')?.value ?? '¥0.00 + ¥0.00 = ¥0.00'
      expect(Math.round(Number(told.split('= ¥')[1].replaceAll(',', '')) * 100)).toBe(owed)
    }),
    { numRuns: rounds(5, 12) },
  )
})

test('a page made at run time: what may be but once of each is said before; what it named while it was withdrawn follows as it comes back', async () => {
  const care = (columns: object = {}) =>
    ({
      ...{
        name: 'care',
        label: '关怀',
        path: '/screens/care',
        access: 'screen_care',
        key: 'care_id',
        title: 'what',
        form: ['what', 'who', 'also'],
      },
      columns: {
        care_id: { label: '编号', is: 'int', list: 'never' },
        what: { label: '内容', required: true },
        who: { label: '租客', is: 'ref', of: 'lessee', filter: true },
        also: { label: '家人', is: 'refs', of: 'lessee' },
        ...columns,
      },
      unique: [['who']],
    }) as unknown as Resource
  const { id } = await publishScreen(at.server, at.admin, care())
  const [gone, kept, kin, same] = [await person(), await person(), await person(), await person()]
  const rows = async () =>
    (await ask('/api/care/index', { order: 'care_id' })).data.list.map(({ who, also }: Record<string, unknown>) => [who, also])
  const second = (await ask('/api/care/add', { what: '电话', who: kept })).data.care_id
  await ask('/api/care/add', { what: '探访', who: gone, also: [kin, gone, same] })
  const clash = '“关怀”里两条登记各有一条，而“租客”不能重复：先改或删其中一条，再合并'
  expect((await ask('/api/lessee/merging', { custom_id: gone, merged_into: kept })).data.said).toBe(clash)
  expect(await merge(gone, kept)).toMatchObject({ code: 409, msg: clash, data: { field: 'merged_into' } })
  await ask('/api/care/del', { care_id: second })
  await ask('/api/screen/withdraw', { screen_id: id })
  expect((await merge(gone, kept)).code).toBe(200)
  expect((await ask('/api/screen/restore', { screen_id: id })).code).toBe(200)
  expect(await rows()).toEqual([[kept, [kin, kept, same]]])
  // The same of a field that is retired meanwhile.
  expect(
    (await saveAndPublish(at.server, at.admin, id, care({ also: { label: '家人', is: 'refs', of: 'lessee', retired: true } }))).code,
  ).toBe(200)
  expect((await merge(same, kin)).code).toBe(200)
  expect((await saveAndPublish(at.server, at.admin, id, care())).code).toBe(200)
  expect(await rows()).toEqual([[kept, [kin, kept]]])
})
