import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { applyDoor } from '../../../server/domain/applying/door.ts'
import { draftOf, keepTyped, typedOf } from '../../../server/domain/applying/drafts.ts'
import { readSecrets } from '../../../server/domain/setting/index.ts'
import { beginStanding } from '../../../server/domain/telephone/door.ts'
import { rotateKey } from '../../../server/rotateKey.ts'
import { bringSealed } from '../../../server/store/bringUp/bringUp.ts'
import { companionsOf, indexesOf, sealedColumns } from '../../../server/store/bringUp/tables.ts'
import { type Database, kyselyOn, openPool, type Tx } from '../../../server/store/connection/database.ts'
import { noteKey, unlock } from '../../../server/store/sealing/keyCheck.ts'
import { readNumbers } from '../../../server/store/sealing/numbers.ts'
import { sealerOf, sealerWith } from '../../../server/store/sealing/sealer.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { settings } from '../../../src/declared/settings.ts'
import { cleanNumber, findsNumber, isMasked, personalNumbers } from '../../../src/protocol/masks.ts'
import { lot, parking, publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addTenant, companyCode, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const folder = mkdtempSync(join('/var/tmp', 'anju-sealing-'))
const newFolder = (name: string): string => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
const lessee = resourceNamed('lessee')

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ DATA_DIR: newFolder('node') })
  await fillGround(server)
  admin = await tokenOf(server)
  await withdrawPage()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A page with a number, in a field that was retired; the page was withdrawn. Both can come back. */
const withdrawPage = async (): Promise<void> => {
  const { phone, ...columns } = parking().columns
  const asked = { form: [...(parking().form ?? []), 'phone'] as never }
  const { id: screen_id } = await publishScreen(server, admin, parking(asked))
  expect((await server.call('/api/parking/add', lot('A-1', { phone: '13966667777' }), admin)).code).toBe(200)
  const retired = parking({ ...asked, columns: { ...columns, phone: { ...phone, filter: undefined, retired: true } } as never })
  expect((await saveAndPublish(server, admin, screen_id, retired)).code).toBe(200)
  expect((await server.call('/api/screen/withdraw', { screen_id }, admin)).code).toBe(200)
}

const numbersOf = async (custom_id: number) => {
  const { card, phone } = (await readNumbers(server.db, lessee, custom_id, null))?.numbers ?? {}
  return { card, phone }
}
const countBy = async (params: object): Promise<number> =>
  (await server.call('/api/lessee/index', params as Record<string, unknown>, admin)).data.count

/** Works as the only one that is connected to the store. */
const alone = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const db = kyselyOn(openPool(server.connection, 1))
  try {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      db,
    )
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test('property: what is sealed opens to the same, is found however it is typed, and shows what the mask shows', () => {
  const sealer = sealerWith(Buffer.alloc(32, 7))
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
  const number = fc.oneof(
    fc.record({ kind: fc.constant('phone' as const), whole: digits(10).map((rest) => `1${rest}`) }),
    fc.record({
      kind: fc.constant('card' as const),
      whole: fc.tuple(digits(17), fc.constantFrom('X', 'x', '7')).map((parts) => parts.join('')),
    }),
    fc.record({ kind: fc.constant('bank' as const), whole: digits(19) }),
  )
  fc.assert(
    fc.property(number, ({ kind, whole }) => {
      const { shown, sealed, hash } = sealer.seal(kind, whole)
      expect(sealer.open(kind, sealed)).toBe(whole)
      expect(shown).toBe(personalNumbers[kind].mask(whole))
      expect(isMasked(shown)).toBe(true)
      expect(sealer.hash(kind, ` ${whole.toLowerCase().slice(0, 4)} ${whole.toLowerCase().slice(4)}`)).toEqual(hash)
      expect(sealer.seal(kind, whole).sealed).not.toEqual(sealed)
      const wide = whole.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      expect([findsNumber(kind, wide), cleanNumber(wide)]).toEqual(['whole', cleanNumber(whole)])
      expect([findsNumber(kind, whole), findsNumber(kind, whole.slice(-4)), findsNumber(kind, whole.slice(0, 7))]).toEqual([
        'whole',
        'end',
        null,
      ])
      const changed = Buffer.from(sealed)
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
      expect(() => sealer.open(kind, changed)).toThrow()
      expect(() => sealer.open(kind === 'phone' ? 'card' : 'phone', sealed)).toThrow()
      expect(() => sealerWith(Buffer.alloc(32, 8)).open(kind, sealed)).toThrow()
    }),
  )
})

test('a store of an earlier version is sealed when it is brought up, and its numbers are found, apart and shown as before', async () => {
  const custom_id = await addTenant(server, { name: '老租客', card: '310101198001010018', phone: '13911112222' })
  const run = (text: string) => sql.raw(text).execute(server.db)
  // As it was: no past is told of it, and the numbers are in clear, with the indexes of then.
  await run('drop schema past cascade')
  await run('alter table lessee drop constraint lessee_card_sealed, drop constraint lessee_phone_sealed')
  for (const column of sealedColumns(lessee))
    for (const companion of companionsOf(column).slice(1)) await run(`alter table lessee drop column "${companion}"`)
  await run(`update lessee set card = '310101198001010018', phone = '13911112222' where custom_id = ${custom_id}`)
  await run('create unique index lessee_card_key on lessee (card)')
  await run('create index lessee_phone_starts_at on lessee (phone text_pattern_ops)')
  await server.db.transaction().execute((tx) => bringSealed(tx, lessee))
  for (const statement of indexesOf(lessee)) await run(statement)
  expect(await numbersOf(custom_id)).toEqual({ card: '310101198001010018', phone: '13911112222' })
  expect((await sql`select card, phone from lessee where custom_id = ${custom_id}`.execute(server.db)).rows).toEqual([
    { card: '310***********0018', phone: '139****2222' },
  ])
  expect(await countBy({ card: '310101198001010018' })).toBe(1)
  await expect(addTenant(server, { card: '310101198001010018' })).rejects.toThrow('lessee_card_key')
  // Another that looks the same is another.
  expect(await addTenant(server, { card: '310101195001010016' })).toBeGreaterThan(custom_id)
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'lessee'`.execute(server.db)
  expect(rows.map(({ name }) => name)).not.toContain('lessee_phone_starts_at')
  // Twice changes nothing.
  await server.db.transaction().execute((tx) => bringSealed(tx as Tx, lessee))
  expect(await numbersOf(custom_id)).toEqual({ card: '310101198001010018', phone: '13911112222' })
})

test('what an edit dialog sends back masked stays as it is stored', async () => {
  const company = { name: '甲公司', code: companyCode(1), contact: '王', phone: '13822223333' }
  const { company_id } = (await server.call('/api/company/add', company, admin)).data
  const { phone } = (await server.call('/api/company/detail', { company_id }, admin)).data
  expect(phone).toBe('138****3333')
  expect((await server.call('/api/company/edit', { ...company, phone, contact: '李', company_id }, admin)).code).toBe(200)
  expect((await server.call('/api/company/reveal', { company_id }, admin)).data).toEqual({ company_id, phone: '13822223333' })
})

describe('the key', () => {
  test('of another installation is refused in a sentence, before anything is sealed with it', async () => {
    await noteKey(server.db, sealerOf(server.db))
    const other = readConfig({ DATA_DIR: newFolder('other') })
    await expect(unlock(server.db, other)).rejects.toThrow('请设与其他节点相同的 SECRET_KEY')
    await expect(unlock(server.db, server.config)).resolves.toBeTruthy()
  })

  test('is not changed while a node runs', async () => {
    const [one, other] = [await server.open(), await server.open()]
    await expect(rotateKey(one.db, server.config)).rejects.toThrow('还有节点在运行：请停掉所有节点，再更换密钥')
    for (const own of [one, other]) own.cut()
  })

  test('is changed by a command: everything opens with the new one, nothing with the old, which is kept for old backups', async () => {
    const custom_id = await addTenant(server, { name: '换钥匙', card: '310101197001010013', phone: '13933334444' })
    const netSign = settings.find(({ name }) => name === 'netSign') as (typeof settings)[number]
    const kept = { provider: 2, app_id: 'a', app_secret: '秘密', open_corp_id: 'c', host: 'https://example.com', link_hours: 72 }
    expect((await server.call('/api/netSign/save', { version: 0, ...kept }, admin)).code).toBe(200)
    const before = await readSecrets(server.db, netSign, server.config)
    const old = sealerOf(server.db)
    const typedBefore = await server.db.transaction().execute(async (tx) => {
      const record_id = await beginStanding(tx, applyDoor, '13900001111', 0)
      await keepTyped(tx, await draftOf(tx, { record_id }), { custom_name: '填了一半' }, 0)
      return draftOf(tx, { record_id })
    })
    // The setting's, and that of the certificate which every store of these tests has.
    expect(await alone((db) => rotateKey(db, server.config))).toMatch(/已用新密钥重新封存 \d+ 个号码、2 项设置密钥/)
    await unlock(server.db, server.config)
    expect(sealerOf(server.db).fingerprint).not.toBe(old.fingerprint)
    expect(await numbersOf(custom_id)).toEqual({ card: '310101197001010013', phone: '13933334444' })
    expect(await countBy({ phone: '13933334444' })).toBe(1)
    expect(await readSecrets(server.db, netSign, server.config)).toEqual(before)
    expect(typedOf(server.db, await draftOf(server.db, { record_id: typedBefore.draft_id }))).toEqual({ custom_name: '填了一半' })
    expect(() => typedOf(server.db, typedBefore)).toThrow()
    const { rows } = await sql<{ sealed: Buffer }>`select phone$sealed as sealed from lessee where custom_id = ${custom_id}`.execute(
      server.db,
    )
    expect(() => old.open('phone', rows[0]?.sealed as Buffer)).toThrow()
    const parked = await sql<{ sealed: Buffer }>`select phone$sealed as sealed from parking`.execute(server.db)
    expect(parked.rows.map(({ sealed }) => sealerOf(server.db).open('phone', sealed))).toEqual(['13966667777'])
    expect(readdirSync(server.config.dataDir).filter((name) => name.startsWith('secret.key.old-'))).toHaveLength(1)
  })

  test('whose change was cut off after the store had it is put in its place at the next start', async () => {
    const old = `secret.key.old-${sealerOf(server.db).fingerprint.slice(0, 8)}`
    await alone((db) => rotateKey(db, server.config))
    const at = (name: string) => join(server.config.dataDir, name)
    renameSync(at('secret.key'), at('secret.key.next'))
    renameSync(at(old), at('secret.key'))
    await unlock(server.db, server.config)
    expect((await numbersOf(await addTenant(server, { card: '310101196001010019', phone: '13955556666' })))?.phone).toBe('13955556666')
    expect(readdirSync(server.config.dataDir)).not.toContain('secret.key.next')
  })
})
