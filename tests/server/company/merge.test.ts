import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { namedIn } from '../../help/naming.ts'
import { fillProject } from '../../help/projects.ts'
import { addAccount, addRow, companyCode, permit, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

let made = 7000
const company = (changes: object = {}): Promise<number> =>
  addRow(at.server, 'company', { name: `公司${++made}`, code: companyCode(made), contact: '王', phone: '13812345678', ...changes })
const merge = (company_id: number, merged_into: number, token?: string) => ask('/api/company/merge', { company_id, merged_into }, token)
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(at.server.db)).rows[0] as T

const named = namedIn(at, 'company')
const owing = async (key: number) =>
  one(sql`
    select count(*)::integer as shares, coalesce(sum(price), 0)::bigint as price, coalesce(sum(paid), 0)::bigint as paid from bill_share where company_id = ${key}
  `)

test('nobody without the right merges, or is told; what is of others’ projects keeps a company from being merged by who does not see them', async () => {
  const { lessee } = await fillProject(at.server, at.ground, 2, '别处企业苑')
  const { company_id: gone } = await one(sql<{ company_id: number }>`select company_id from lessee where custom_id = ${lessee ?? 0}`)
  const kept = await company()
  const codes = ['/api/company/merge', '/api/company/index', '/api/company/detail']
  const id = await addAccount(at.server, 'keeper', codes, [1])
  const keeper = await tokenOf(at.server, id)
  const refused = { code: 409, msg: '有记录不在您负责的项目内，请由负责全部项目的人合并' }
  expect(await merge(gone, kept, keeper)).toMatchObject(refused)
  const { facts, said } = (await ask('/api/company/merging', { company_id: gone, merged_into: kept }, keeper)).data
  expect([facts.map(({ label }: { label: string }) => label), said]).toEqual([['不再使用', '留下', '其他记录'], refused.msg])
  expect((await ask('/api/company/merging', { company_id: gone, merged_into: 99_999 }, keeper)).code).toBe(404)
  expect((await named(gone))['lessee.company_id']).toBe(1)
  await permit(
    at.server,
    id,
    codes.filter((code) => code !== '/api/company/merge'),
  )
  for (const call of ['merge', 'merging'])
    expect((await ask(`/api/company/${call}`, { company_id: await company(), merged_into: kept }, keeper)).code).toBe(403)
})

test('everything that names the company that goes names the one that stays, and what is owed and paid is what it was', async () => {
  const { lessee } = await fillProject(at.server, at.ground, 1, '企业苑')
  const { company_id: gone } = await one(sql<{ company_id: number }>`select company_id from lessee where custom_id = ${lessee ?? 0}`)
  const kept = await company()
  const [before, owed] = [await named(gone), await owing(gone)]
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['lease.company_id', 'lessee.company_id', 'bill_share.company_id']))
  const preview = (await ask('/api/company/merging', { company_id: gone, merged_into: kept })).data
  expect(preview.facts[0]).toMatchObject({ label: '不再使用', value: expect.stringContaining('企业1') })
  expect(preview.said).toContain('没有一笔应收或已收会变')
  expect(await merge(gone, kept)).toMatchObject({ code: 200, data: { company_id: gone, merged_into: kept } })
  expect(await named(gone)).toEqual({})
  expect(await named(kept)).toEqual({ ...before, 'company.merged_into': 1 })
  expect(await owing(kept)).toEqual(owed)
  expect((await ask('/api/company/detail', { company_id: gone })).data).toMatchObject({ standing: 2, merged_into: kept })
  const { rows } = await sql<{ record_id: number }>`
    select distinct record_id from operation_log where path = '/api/company/merge' and resource = 'company' order by 1
  `.execute(at.server.db)
  expect(rows.map(({ record_id }) => record_id)).toEqual([gone, kept].sort((a, b) => a - b))

  const refused = { code: 409, msg: '该记录已合并，请改留下的那一条' }
  const edited = { name: '改', code: companyCode(6999), contact: '王', phone: '13812345678' }
  expect(await ask('/api/company/edit', { company_id: gone, ...edited })).toMatchObject(refused)
  expect(await ask('/api/company/del', { company_id: gone })).toMatchObject(refused)
  const { list } = (await ask('/api/company/choose', { keyword: '企业1' })).data
  expect(list.map((row: { company_id: number }) => row.company_id)).not.toContain(gone)
  expect(await merge(await company(), gone)).toMatchObject({ code: 409, msg: '所选的已合并到另一条记录，请另选' })
  expect(await merge(kept, kept)).toMatchObject({ code: 400, msg: '不能与自己合并' })
  await expect(sql`update lessee set company_id = ${gone} where custom_id = ${lessee ?? 0}`.execute(at.server.db)).rejects.toThrow('merged')
})

test('two that bear a share each of one bill stay two, and the dialog says so before', async () => {
  const [gone, kept] = [await company(), await company()]
  const { bill_id, sn } = await one(sql<{ bill_id: number; sn: string }>`select bill_id, sn from bill order by bill_id limit 1`)
  for (const company_id of [gone, kept])
    await sql`insert into bill_share (bill_id, party, company_id, price, p_id) values (${bill_id}, 4, ${company_id}, 0, 1)`.execute(
      at.server.db,
    )
  const answer = await merge(gone, kept)
  expect(answer).toMatchObject({ code: 409, msg: `两家在账单 ${sn} 里各承担一份，不能合并`, data: { field: 'merged_into' } })
  expect((await ask('/api/company/merging', { company_id: gone, merged_into: kept })).data.said).toBe(answer.msg)
})

test('of two default seals the one of the company that stays goes on', async () => {
  const [gone, kept] = [await company(), await company()]
  const seal = async (company_id: number): Promise<number> => {
    const { img_id } = await one(
      sql<{
        img_id: number
      }>`insert into file (hash, mime, bytes, width, height, created_by) values (${`m${++made}`}, 'image/png', 1, 1, 1, 1) returning img_id`,
    )
    const answer = await ask('/api/FddUser/add_signature', { holder: 1, company_id, name: '章', kind: 1, imgs: [img_id] })
    expect(answer).toMatchObject({ code: 200 })
    return answer.data.signature_id
  }
  const [theirs, ours] = [await seal(gone), await seal(kept)]
  expect(await merge(gone, kept)).toMatchObject({ code: 200 })
  const { rows } =
    await sql`select signature_id, company_id, is_default from signature where signature_id in (${theirs}, ${ours}) order by 1`.execute(
      at.server.db,
    )
  expect(rows).toEqual([
    { signature_id: theirs, company_id: kept, is_default: 0 },
    { signature_id: ours, company_id: kept, is_default: 1 },
  ])
})

test('ten at once make one merge, whichever way round they are asked', async () => {
  const [mine, other] = [await company(), await company()]
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? merge(mine, other) : merge(other, mine))))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { code, msg } of answers) expect([200, 409], msg).toContain(code)
})
