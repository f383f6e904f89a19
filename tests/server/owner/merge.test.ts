import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addRow, cardOf, companyCode, flat, permit, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
/** Rooms of project 1 and of project 2. */
let near: number
let far: number
beforeAll(async () => {
  ;[near, far] = await roomsInTwoProjects(at.server, at.ground)
})

let serial = 8000
const owner = (changes: object = {}): Promise<number> =>
  addRow(at.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678', ...changes })
const merge = (owner_id: number, merged_into: number, token?: string) => ask('/api/owner/merge', { owner_id, merged_into }, token)
const told = async (owner_id: number, merged_into: number, token?: string) =>
  (await ask('/api/owner/merging', { owner_id, merged_into }, token)).data
const house = async (owner_id: number, org_id: number, share: number, changes: object = {}): Promise<number> => {
  const answer = await ask('/api/owner_house/add', { owner_id, org_id, share, from_date: '2026-01-01', ...changes })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data.owner_house_id
}
const agreement = (owner_id: number, changes: object = {}): Promise<number> =>
  addRow(at.server, 'entrust_agreement', {
    ...{ sn: `WT${++serial}`, owner_id, p_id: 1, book: 1, fee_way: 1, fee_percent: 8, settle_day: 10, status: 2 },
    ...{ start_date: '2026-01-01', end_date: '2099-12-31' },
    ...changes,
  })
const ofOwner = async (owner_id: number) =>
  (
    await sql`
      select (select count(*)::integer from owner_house where owner_id = ${owner_id}) as houses,
        (select count(*)::integer from entrust_agreement where owner_id = ${owner_id}) as agreements
    `.execute(at.server.db)
  ).rows[0]

test('rooms and agreements of the one that goes are those of the one that stays, and a room is shared as before', async () => {
  const [gone, kept, third] = [await owner(), await owner(), await owner()]
  await house(gone, near, 60)
  await house(third, near, 40)
  await house(kept, far, 100)
  await agreement(gone)
  expect((await told(gone, kept)).facts).toEqual(
    expect.arrayContaining([
      { label: '房产', value: '+1' },
      { label: '委托协议', value: '+1' },
    ]),
  )
  expect(await merge(gone, kept)).toMatchObject({ code: 200, data: { owner_id: gone, merged_into: kept } })
  expect([await ofOwner(gone), await ofOwner(kept)]).toEqual([
    { houses: 0, agreements: 0 },
    { houses: 2, agreements: 1 },
  ])
  const { rows } = await sql`select owner_id, share::float8 as share from owner_house where org_id = ${near} order by share`.execute(
    at.server.db,
  )
  expect(rows).toEqual([
    { owner_id: third, share: 40 },
    { owner_id: kept, share: 60 },
  ])
  // The store goes on counting: nobody else has a hundredth of it.
  expect(await ask('/api/owner_house/add', { owner_id: await owner(), org_id: near, share: 0.01, from_date: '2026-01-01' })).toMatchObject({
    code: 409,
    msg: '此房间各业主的份额合计将超过 100%',
  })
  expect((await ask('/api/owner/detail', { owner_id: gone })).data).toMatchObject({ retired: 2, merged_into: kept })
  for (const call of ['find', 'choose']) {
    const { data } = await ask(`/api/owner/${call}`, { keyword: '业主' })
    const list: { owner_id: number }[] = data.list ?? data
    expect([call, list.some(({ owner_id }) => owner_id === kept), list.some(({ owner_id }) => owner_id === gone)]).toEqual([
      call,
      true,
      false,
    ])
  }
  expect(await ask('/api/owner/retire', { owner_id: gone })).toMatchObject({ code: 409 })
  expect(
    await ask('/api/owner_house/add', { owner_id: gone, org_id: far, share: 1, from_date: '2020-01-01', to_date: '2020-02-01' }),
  ).not.toMatchObject({ code: 200 })
  expect(await merge(await owner(), gone)).toMatchObject({ code: 409, msg: '所选的已合并到另一条记录，请另选' })
})

test('one room twice on a day, two agreements in force for one project, a person and a company: they stay two', async () => {
  const refused = async (gone: number, kept: number, says: string) => {
    const before = [await ofOwner(gone), await ofOwner(kept)]
    const answer = await merge(gone, kept)
    expect(answer).toMatchObject({ code: 409, data: { field: 'merged_into' } })
    expect(answer.msg).toContain(says)
    expect((await told(gone, kept)).said).toBe(answer.msg)
    expect([await ofOwner(gone), await ofOwner(kept)]).toEqual(before)
  }
  const [gone, kept] = [await owner(), await owner()]
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const first = await house(gone, org_id, 50)
  await house(kept, org_id, 50)
  await refused(gone, kept, '同时有')
  // Passed on before the other came by it, it is of both, one after the other.
  await sql`update owner_house set to_date = '2026-01-02', state = 2 where owner_house_id = ${first}`.execute(at.server.db)
  await refused(gone, kept, '同时有')
  await sql`update owner_house set from_date = '2025-01-01', to_date = '2025-12-31' where owner_house_id = ${first}`.execute(at.server.db)
  const theirs = await agreement(gone)
  await agreement(kept, { start_date: '2098-01-01' })
  await refused(gone, kept, '各有生效的委托协议')
  await sql`update entrust_agreement set status = 4, ended_date = '2026-02-01', reason = '另委托' where agreement_id = ${theirs}`.execute(
    at.server.db,
  )
  expect(await merge(gone, kept)).toMatchObject({ code: 200 })
  const whole = await owner({ kind: 2, card: null, code: companyCode(8001), contact: '王' })
  await refused(await owner(), whole, '不是同一位业主')
})

test('ten at once make one merge, whichever way round they are asked', async () => {
  const [mine, other] = [await owner(), await owner()]
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? merge(mine, other) : merge(other, mine))))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { code, msg } of answers) expect([200, 409], msg).toContain(code)
})

test('what is of others’ projects keeps an owner from being merged by who does not see them; without the right nobody merges, or is told', async () => {
  const [gone, kept] = [await owner(), await owner()]
  await agreement(gone, { p_id: 2, start_date: addDays(today(), 1) })
  const codes = ['/api/owner/merge', '/api/owner/index', '/api/owner/detail']
  const id = await addAccount(at.server, 'keeper', codes, [1])
  const keeper = await tokenOf(at.server, id)
  const refused = { code: 409, msg: '有记录不在您负责的项目内，请由负责全部项目的人合并' }
  expect(await merge(gone, kept, keeper)).toMatchObject(refused)
  const { facts, said } = await told(gone, kept, keeper)
  expect([facts.map(({ label }: { label: string }) => label), said]).toEqual([['不再使用', '留下', '其他记录'], refused.msg])
  expect(JSON.stringify(facts)).not.toContain(cardOf(serial).slice(6, 14))
  expect((await ask('/api/owner/merging', { owner_id: gone, merged_into: 99_999 }, keeper)).code).toBe(404)
  await permit(
    at.server,
    id,
    codes.filter((code) => code !== '/api/owner/merge'),
  )
  for (const call of ['merge', 'merging'])
    expect((await ask(`/api/owner/${call}`, { owner_id: gone, merged_into: kept }, keeper)).code).toBe(403)
})
