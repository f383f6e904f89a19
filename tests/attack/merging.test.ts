import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, addTenant, cardOf, permit, tokenOf } from '../help/store/ground.ts'

const at = adminServer()
const { ask } = at

const CODES = ['/api/lessee/merge', '/api/lessee/index', '/api/lessee/detail', '/api/lessee/edit']
let people = 5000
const person = (changes: object = {}): Promise<number> =>
  addTenant(at.server, { name: `租客${++people}`, card: cardOf(people), ...changes })
const standing = async () => (await sql`select custom_id, standing, merged_into, version from lessee order by 1`.execute(at.server.db)).rows

let keeperId: number
let keeper: string
beforeAll(async () => {
  keeperId = await addAccount(at.server, 'keeper', CODES, [1])
  keeper = await tokenOf(at.server, keeperId)
})

test('nobody merges, or is told of, whom he may not see, and a refusal tells no more of one who is there than of one who is not', async () => {
  const [mine, theirs] = [await person(), await person({ p_id: 2 })]
  const before = await standing()
  for (const [custom_id, merged_into] of [
    [mine, theirs],
    [theirs, mine],
    [mine, 99_999],
    [99_999, mine],
  ]) {
    const isThere = custom_id !== 99_999 && merged_into !== 99_999
    const answers = [
      await ask('/api/lessee/merge', { custom_id, merged_into }, keeper),
      await ask('/api/lessee/merging', { custom_id, merged_into }, keeper),
    ]
    expect([isThere, answers.map(({ code }) => code)]).toEqual([isThere, custom_id === mine ? [400, 404] : [404, 404]])
    expect(JSON.stringify(answers)).not.toContain(cardOf(people).slice(-4))
  }
  expect(await standing()).toEqual(before)
})

test('what a person has in projects of others keeps him from being merged by who does not see them', async () => {
  const { lessee: gone = 0 } = await fillProject(at.server, at.ground, 2, '别处苑')
  await sql`update lessee set p_id = 1 where custom_id = ${gone}`.execute(at.server.db)
  const kept = await person()
  const before = await standing()
  expect(await ask('/api/lessee/merge', { custom_id: gone, merged_into: kept }, keeper)).toMatchObject({
    code: 409,
    msg: '有记录不在您负责的项目内，请由负责全部项目的人合并',
  })
  expect(await standing()).toEqual(before)
  const { rows } = await sql`select from contract where custom_id = ${kept}`.execute(at.server.db)
  expect(rows).toEqual([])
  // Who reads neither contracts nor bills is told how many records there are, and nothing of what they are.
  const { facts } = (await ask('/api/lessee/merging', { custom_id: gone, merged_into: kept }, keeper)).data
  expect(facts.map(({ label }: { label: string }) => label)).toEqual(['不再使用', '留下', '其他记录'])
})

test('who had the right a moment ago has it no more', async () => {
  const [gone, kept] = [await person(), await person()]
  await permit(
    at.server,
    keeperId,
    CODES.filter((code) => code !== '/api/lessee/merge'),
  )
  for (const call of ['merge', 'merging'])
    expect((await ask(`/api/lessee/${call}`, { custom_id: gone, merged_into: kept }, keeper)).code).toBe(403)
  await permit(at.server, keeperId, CODES)
  expect((await ask('/api/lessee/merge', { custom_id: gone, merged_into: kept }, keeper)).code).toBe(200)
})

test('twisted input is refused in a sentence, and no edit or file writes where a merge leads', async () => {
  const [gone, kept] = [await person(), await person()]
  const before = await standing()
  for (const merged_into of ['', 0, -1, 1.5, 2 ** 31, 'x', [kept], { a: 1 }, `${kept} or 1=1`, null]) {
    const { code, msg } = await ask('/api/lessee/merge', { custom_id: gone, merged_into })
    expect([merged_into, code]).toEqual([merged_into, 400])
    expect(msg).not.toMatch(/[A-Z]{3,}|select|error/)
  }
  for (const extra of [{ merged_into: kept }, { standing: 2 }])
    for (const call of ['edit', 'add'] as const) {
      const params = {
        name: '甲',
        card: cardOf(++people),
        phone: '13812345678',
        p_id: 1,
        ...(call === 'edit' ? { custom_id: gone } : {}),
        ...extra,
      }
      expect((await ask(`/api/lessee/${call}`, params)).code).toBe(400)
    }
  const stale = { custom_id: gone, merged_into: kept, version: 99 }
  expect((await ask('/api/lessee/merge', stale)).code).toBe(409)
  expect(await standing()).toEqual(before)
})
