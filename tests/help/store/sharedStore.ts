import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadRegions } from '../../../server/domain/property/loadRegions.ts'
import { migrate } from '../../../server/store/bringUp/migrate.ts'
import { type Connection, kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { startEmbedded } from '../../../server/store/embedded/index.ts'
import { storeFolder } from './storeFolder.ts'
import { TEMPLATE_KEY } from './templateKey.ts'

declare module 'vitest' {
  interface ProvidedContext {
    store: Connection & { folder: string }
  }
}

export const PASSWORD = 'anju2026'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** To judge a password costs what its hash says: the nine thousand logins of a run would take three minutes of a core at what an operator's cost. */
const quickHash = (): Promise<string> =>
  hash(createHash('md5').update(PASSWORD).digest('hex'), { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** One PostgreSQL for all API tests; each test file copies the template that is made ready here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { createServer } = await import('vite')
  const folder = storeFolder('tests')
  const embedded = await startEmbedded({ dataDir: folder, log: quiet })
  const admin = new pg.Client(embedded.connection)
  await admin.connect()
  await admin.query('create database anju_template')
  // Each test file begins with cold connections, which would plan each statement of a trigger anew for its first five times.
  await admin.query('alter system set plan_cache_mode = force_generic_plan')
  // What a database's statements took goes with it; to keep room for those of the next takes one part in twenty of all processor time.
  await admin.query("alter system set pg_stat_statements.track = 'none'")
  await admin.query('select pg_reload_conf()')
  await admin.end()
  // Declarations are found by import.meta.glob, which only vite knows: ask vite for what reads them.
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    // Nothing of the client is asked for: to look through it for what it needs takes longer than all the rest.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  })
  const { plan } = (await vite.ssrLoadModule('/server/store/bringUp/plan.ts')) as typeof import('../../../server/store/bringUp/plan.ts')
  const { seedAccounts } = (await vite.ssrLoadModule(
    '/server/domain/account/seedAccounts.ts',
  )) as typeof import('../../../server/domain/account/seedAccounts.ts')
  const { ownIdentity } = (await vite.ssrLoadModule(
    '/server/domain/netSign/ownCertificate.ts',
  )) as typeof import('../../../server/domain/netSign/ownCertificate.ts')
  const pool = openPool({ ...embedded.connection, database: 'anju_template' }, 2)
  const db = kyselyOn(pool)
  await migrate(db, plan)
  await loadRegions(db)
  await seedAccounts(db, PASSWORD, true)
  await db
    .updateTable('account')
    .set({ password: await quickHash() })
    .execute()
  // To find its primes takes seconds of CPU: once, and not in each file that signs or prints.
  await ownIdentity(db, { dataDir: folder, secretKey: TEMPLATE_KEY }, true)
  await vite.close()
  await db.destroy()
  project.provide('store', { ...embedded.connection, folder })
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
