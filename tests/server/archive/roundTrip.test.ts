import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Archived } from '../../../server/archive/archived.ts'
import { archiveFrom } from '../../../server/archive/archiveTo.ts'
import { fillDatabase, placeFiles } from '../../../server/archive/intoDraft.ts'
import { keyFor } from '../../../server/archive/keyFor.ts'
import { readArchive } from '../../../server/archive/readArchive.ts'
import { sealKey } from '../../../server/backup/sealedKey.ts'
import { ownFolder } from '../../../server/files/filePlace.ts'
import { plan } from '../../../server/store/bringUp/plan.ts'
import { NewerStoreError, noteRelease, refuseNewer } from '../../../server/store/bringUp/release.ts'
import type { Connection } from '../../../server/store/connection/database.ts'
import { openOwn } from '../../../server/store/connection/ownConnection.ts'
import { type StoreSchema, schemaOf, sequencesOf } from '../../../server/store/portable/storeSchema.ts'
import { noteKey } from '../../../server/store/sealing/keyCheck.ts'
import { readSealer } from '../../../server/store/sealing/sealer.ts'
import { adminServer } from '../../help/adminServer.ts'
import { runSmallOffice } from '../../help/smallOffice.ts'

/** With it set, the archive is laid there: the fixture of a release (npm run release:fixture). */
const FIXTURE = process.env.ANJU_FIXTURE
const PASSPHRASE = 'correct-horse-battery'

const at = adminServer({ SECRET_KEY: 'fixture', BACKUP_PASSPHRASE: PASSPHRASE })
const folder = mkdtempSync(join('/var/tmp', 'anju-archive-'))
const path = join(folder, 'store.zip')
const made: string[] = []
let written: Archived

/** Another database of the same PostgreSQL, with nothing in it. */
const emptyDatabase = async (): Promise<Connection> => {
  const database = `${at.server.connection.database}_${made.length}`
  await inServer(`create database ${database} template template0`)
  made.push(database)
  return { ...at.server.connection, database }
}
const inServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ ...at.server.connection, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
/** PostgreSQL names the columns of a view's later parts when it writes them, which nobody can see. */
const unnamed = (statements: readonly string[]): string[] =>
  statements.map((statement) => statement.replaceAll(/(::[a-z ]+) AS (text|int4|int8|date|bool)\b/g, '$1')).toSorted()
const looked = async (connection: Connection): Promise<{ schema: StoreSchema; sequences: string[]; statistics: { name: string }[] }> => {
  const own = await openOwn(connection, null)
  try {
    return await own.inSnapshot(async () => ({
      schema: await schemaOf(own.db),
      sequences: await sequencesOf(own.db),
      statistics: (await sql<{ name: string }>`select stxname as name from pg_statistic_ext order by 1`.execute(own.db)).rows,
    }))
  } finally {
    own.cut()
  }
}

beforeAll(async () => {
  await noteRelease(at.server.db)
  await noteKey(at.server.db, await readSealer(at.server.config))
  // 44,703 divisions are the code's own: of a fixture they would be nine tenths.
  await sql`delete from region where id::text not like '31%' or level = 4 and id::text not like '310115%'`.execute(at.server.db)
  await runSmallOffice(at)
  const files = ownFolder(at.server.config.dataDir)
  written = await archiveFrom(at.server.connection, path, { files, sealedKey: sealKey('ab'.repeat(32), PASSPHRASE), beside: null })
  if (!FIXTURE) return
  mkdirSync(dirname(resolve(FIXTURE)), { recursive: true })
  await archiveFrom(at.server.connection, resolve(FIXTURE), { files, sealedKey: null, beside: null })
})
afterAll(async () => {
  for (const database of made) await inServer(`drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

test('a store that is made of an archive is the same: tables, keys, views, triggers, notes, sequences and every row', async () => {
  expect(written.tables.find(({ name }) => name === 'flow')?.rows).toBeGreaterThan(2)
  expect(written.files?.length).toBeGreaterThan(1)
  const [to, archive] = [await emptyDatabase(), await readArchive(path)]
  const text = await fillDatabase(to, archive, { dataDir: folder, secretKey: 'fixture', isAsItWas: false })
  expect(text).not.toContain('不符')
  const [was, is] = [await looked(at.server.connection), await looked(to)]
  expect(is.schema.tables).toEqual(was.schema.tables)
  expect(is.schema.before.toSorted()).toEqual(was.schema.before.toSorted())
  expect(unnamed(is.schema.after)).toEqual(unnamed(was.schema.after))
  expect(is.statistics).toEqual(was.statistics)
  expect(was.statistics).toContainEqual({ name: 'bill_rest' })
  expect(is.sequences.toSorted()).toEqual(was.sequences.toSorted())
  const again = await archiveFrom(to, join(folder, 'again.zip'), { files: null, sealedKey: null, beside: null })
  expect(again.tables).toEqual(written.tables)
  await placeFiles(archive, ownFolder(folder))
  expect(readdirSync(join(folder, 'files'), { recursive: true })).toEqual(
    expect.arrayContaining(written.files?.map((file) => file.path) ?? []),
  )
  archive.close()
})

test('it goes into an empty database only, and what does not agree leaves nothing', async () => {
  const [to, archive] = [await emptyDatabase(), await readArchive(path)]
  const holder = { dataDir: folder, secretKey: 'fixture', isAsItWas: false }
  const torn = { ...archive, tables: archive.tables.map((table) => (table.name === 'flow' ? { ...table, rows: table.rows + 1 } : table)) }
  await expect(fillDatabase(to, torn, holder)).rejects.toThrow('flow 读出来与归档里的不同：什么也没有留下')
  expect((await looked(to)).schema.tables).toEqual([])
  await expect(fillDatabase(at.server.connection, archive, holder)).rejects.toThrow('unarchive 只进空库')
  archive.close()
})

test.each<[string, (spoilt: string) => void]>([
  ['half of it', (spoilt) => truncateSync(spoilt, Math.floor(statSync(spoilt).size / 2))],
  ['all but its last byte', (spoilt) => truncateSync(spoilt, statSync(spoilt).size - 1)],
  ...[0.05, 0.3, 0.6, 0.9].map((place): [string, (spoilt: string) => void] => [
    `a byte changed at ${place}`,
    (spoilt) => {
      const [offset, file] = [Math.floor(statSync(spoilt).size * place), openSync(spoilt, 'r+')]
      const [byte = 0] = readFileSync(spoilt).subarray(offset, offset + 1)
      writeSync(file, Buffer.of(byte ^ 1), 0, 1, offset)
      closeSync(file)
    },
  ]),
])('%s is refused before anything is made', async (_name, spoil) => {
  const spoilt = join(folder, 'spoilt.zip')
  copyFileSync(path, spoilt)
  spoil(spoilt)
  await expect(readArchive(spoilt)).rejects.toThrow(/已损坏或没有写完|不是归档，或没有写完/)
  rmSync(spoilt)
})

test('what is no archive, or not there, is said', async () => {
  await expect(readArchive(join(folder, 'none.zip'))).rejects.toThrow('这个文件')
  await expect(readArchive(resolve('package.json'))).rejects.toThrow('不是归档')
  expect(existsSync(`${path}.part`)).toBe(false)
})

test('the key is looked for before anything is made', async () => {
  const archive = await readArchive(path)
  const config = { ...at.server.config, dataDir: join(folder, 'keyless') }
  expect(await keyFor(config, archive)).toBeNull()
  await expect(keyFor({ ...config, secretKey: 'another' }, archive)).rejects.toThrow('SECRET_KEY 打不开')
  await expect(keyFor({ ...config, secretKey: '', backupPassphrase: '' }, archive)).rejects.toThrow('请设归档时的 BACKUP_PASSPHRASE')
  expect(await keyFor({ ...config, secretKey: '' }, archive)).toBe('ab'.repeat(32))
  await expect(keyFor({ ...config, secretKey: '', backupPassphrase: 'another-passphrase' }, archive)).rejects.toThrow('打不开备份里的密钥')
  archive.close()
})

test('what a newer version made is refused in a sentence, by its changes and by its name', () => {
  const { applied } = written
  expect(() => refuseNewer(applied, plan)).not.toThrow()
  const newer = [...applied, { name: 'domain/x/migrations/999-x.sql', hash: 'x' }]
  expect(() => refuseNewer(newer, plan)).toThrow(NewerStoreError)
  expect(() => refuseNewer(newer, plan)).toThrow('有本版本不认识的变更 domain/x/migrations/999-x.sql')
  const later = applied.map((one) => (one.name === 'release' ? { ...one, hash: '9.0.0' } : one))
  expect(() => refuseNewer(later, plan)).toThrow('较新版本的安居（9.0.0）做的')
  // What was laid into another room since is known by its text.
  const [moved] = applied.filter(({ name }) => name.endsWith('.sql'))
  expect(() => refuseNewer([{ name: 'elsewhere/001-moved.sql', hash: moved?.hash ?? '' }], plan)).not.toThrow()
})
