import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clearOutbox } from '../../../server/domain/outbox/jobs.ts'
import { addOutbound } from '../../../server/outbox/addOutbound.ts'
import { codeOf } from '../../../src/core/states.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addTenant, cardOf, tokenOf } from '../../help/store/ground.ts'

const house = adminServer()
const { call, ask } = house
const paths = callsOfSetting(outboxSetting)
const code = (name: Parameters<typeof codeOf<typeof outbox>>[1]): number => codeOf(outbox, name)
const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(house.server.db)).rows

const add = (subject: string, resource: string, recordId: number): Promise<number> =>
  house.server.db
    .transaction()
    .execute((tx) => addOutbound(tx, [{ channel: 1, receiver: null, subject, content: '正文', once: subject, resource, recordId }]))
const subjects = async (token?: string): Promise<string[]> => {
  const { data } = await call('/api/outbox/index', { page: 1, page_rows: 100 }, token)
  return data.list.map(({ subject }: { subject: string }) => subject).sort()
}

beforeEach(() => rowsOf('delete from outbox'))

test('a message is of the project of its record: who sees some projects reads, sends and marks theirs, and no others', async () => {
  await add('甲', 'lessee', await addTenant(house.server, { p_id: 1, card: cardOf(1) }))
  await add('乙', 'lessee', await addTenant(house.server, { p_id: 2, card: cardOf(2) }))
  await add('丙', 'account', 1)
  await rowsOf(`update outbox set state = ${code('untold')}, next_at = null`)
  const codes = ['/api/outbox/index', '/api/outbox/detail', '/api/outbox/tell', '/api/outbox/again', '/api/outbox/export']
  const clerk = await tokenOf(house.server, await addAccount(house.server, 'second', codes, [2]))
  expect(await subjects()).toEqual(['丙', '乙', '甲'])
  expect(await subjects(clerk)).toEqual(['乙'])
  const [theirs, other, nobodys] = await Promise.all(
    ['乙', '甲', '丙'].map(
      async (subject) => (await rowsOf<{ outbox_id: number }>(`select outbox_id from outbox where subject = '${subject}'`))[0],
    ),
  )
  for (const row of [other, nobodys]) {
    expect(await call('/api/outbox/detail', { ...row }, clerk)).toMatchObject({ code: 404 })
    for (const path of ['/api/outbox/tell', '/api/outbox/again']) expect(await ask(path, { ...row }, clerk)).toMatchObject({ code: 404 })
  }
  expect(await ask('/api/outbox/tell', { ...theirs }, clerk)).toMatchObject({ code: 200 })
  expect((await call('/api/outbox/index', { page: 1, p_id: [1] })).data.list).toMatchObject([{ subject: '甲', p_id: 1 }])
})

const cleared = async (): Promise<number> => {
  const own = await house.server.open()
  try {
    return await clearOutbox({ own, signal: new AbortController().signal })
  } finally {
    own.cut()
  }
}
const keep = async (keep_days: number): Promise<void> => {
  const { version } = (await call(paths.detail)).data
  expect(await ask(paths.save, { mail_by: 1, push_by: 1, keep_days, version })).toMatchObject({ code: 200 })
}

test('what is settled goes after the days of the setting, what waits never, and 0 days keep all', async () => {
  for (const days of [31, 29])
    for (const state of ['waiting', 'sent', 'failed', 'untold', 'told'] as const) {
      await add(`${state} ${days}`, 'account', 1)
      await rowsOf(
        `update outbox set state = ${code(state)}, updated_at = epoch_now() - ${days} * 86400 where subject = '${state} ${days}'`,
      )
    }
  const all = await subjects()
  expect(all.length).toBe(10)
  await keep(0)
  expect(await cleared()).toBe(0)
  expect(await subjects()).toEqual(all)
  await keep(30)
  const logged = async () => (await rowsOf("select from operation_log where resource = 'outbox'")).length
  const before = await logged()
  expect(await cleared()).toBe(3)
  expect(await subjects()).toEqual(all.filter((subject) => !['sent 31', 'failed 31', 'told 31'].includes(subject)))
  // The journal would keep what was to go.
  expect(await logged()).toBe(before)
  expect(await cleared()).toBe(0)
})
