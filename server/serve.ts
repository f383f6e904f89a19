import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { ArchiveError } from './archive/archiveError.ts'
import { archiveTo } from './archive/archiveTo.ts'
import { unarchive } from './archive/unarchive.ts'
import { audit } from './audit.ts'
import { backUpTo } from './backup/backUpTo.ts'
import { BackupError } from './backup/backupError.ts'
import { checkBackup, listBackups, restore } from './backup/restore.ts'
import { buildServer } from './buildServer.ts'
import { type Config, ConfigError, helpText, pastPooler, readConfig } from './config.ts'
import { doctor } from './doctor/doctor.ts'
import { type FirstAccount, seedAccounts } from './domain/account/seedAccounts.ts'
import { seedItems } from './domain/bill/seedItems.ts'
import { finishScreens } from './domain/screen/index.ts'
import { logDestination } from './http/logDestination.ts'
import { loggerOptions } from './http/logging.ts'
import { jobsByName } from './jobs/registry.ts'
import { startJobs } from './jobs/startJobs.ts'
import { openStore } from './openStore.ts'
import { moveTo, placeFiles } from './placeFiles.ts'
import { rotateKey } from './rotateKey.ts'
import { plan } from './store/bringUp/plan.ts'
import { NewerStoreError } from './store/bringUp/release.ts'
import { type Database, directOf } from './store/connection/database.ts'
import { untilThere } from './store/connection/untilThere.ts'
import { EmbeddedError } from './store/embedded/index.ts'
import { KeyError } from './store/sealing/keyCheck.ts'
import { StartError } from './store/startError.ts'
import { startTracing } from './tracing.ts'
import { portError, tryPort } from './tryPort.ts'
import { watchRelease } from './upgrade/watchRelease.ts'
import './wiring.ts'

/** What an operator can mend: the sentence is enough. */
const SAID = [ConfigError, EmbeddedError, KeyError, BackupError, ArchiveError, NewerStoreError, StartError]

/** How long calls under way may take to finish once a stop is asked for. */
const GRACE_MS = 20_000

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const printFirstAccounts = (accounts: readonly FirstAccount[]): void => {
  if (accounts.length === 0) return
  print('\n首次启动，已建立以下账号（密码只显示这一次）：')
  for (const { role, userName, password } of accounts) print(`  ${role}  账号 ${userName}  密码 ${password}`)
  print('')
}

/** The sample operator is made only where there is no project yet and nobody has cleared it; its code is not even loaded otherwise. */
const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from project) and not exists (select from setting where name = 'sample_cleared') as is_empty
  `.execute(db)
  return rows[0]?.is_empty === true
}

const withStore = async (config: Config, log: Logger, work: (db: Database) => Promise<void>): Promise<void> => {
  const store = await openStore(config, log, () => process.exit(1), true)
  try {
    await work(store.db)
  } finally {
    await store.close()
  }
}

/** Ends with 1 where something is not right. */
const tell = ({ text, isRight }: { text: string; isRight: boolean }): void => {
  print(text)
  if (!isRight) process.exitCode = 1
}

/** What stands behind an option; empty where nothing does, null where the option is not there. */
const valueAfter = (option: string): string | null => {
  const at = process.argv.indexOf(option)
  return at === -1 ? null : (process.argv[at + 1] ?? '')
}

const start = async (): Promise<void> => {
  if (process.argv.includes('--help')) return print(helpText())
  const config = readConfig(process.env)
  const log = pino(loggerOptions(config.logLevel), logDestination())
  if (process.argv.includes('--doctor')) return tell(await doctor(config))
  placeFiles(config)
  if (process.argv.includes('--files')) return print(await moveTo(config, valueAfter('--to') ?? '', print))
  if (process.argv.includes('--rotate-key')) return withStore(config, log, async (db) => print(await rotateKey(db, config)))
  if (process.argv.includes('--audit')) return withStore(config, log, async (db) => tell(await audit(db)))
  if (process.argv.includes('--backup')) return print(await backUpTo(config, valueAfter('--to') ?? '', log))
  if (process.argv.includes('--archive')) return print(await archiveTo(pastPooler(config), valueAfter('--to') ?? '', log))
  if (process.argv.includes('--unarchive')) {
    const isAsItWas = process.argv.includes('--as-it-was')
    return print(await unarchive(pastPooler(config), { from: valueAfter('--from') ?? '', isAsItWas }, log))
  }
  if (process.argv.includes('--restore')) {
    const from = valueAfter('--from') ?? ''
    if (process.argv.includes('--list')) return print(await listBackups(config, from))
    if (process.argv.includes('--check')) return print(await checkBackup(config, from, log))
    return print(await restore(config, { from, at: valueAfter('--at') }, log))
  }
  await tryPort(config)
  const tracing = await startTracing(config, log)
  const store = await openStore(config, log, () => process.exit(1))
  const direct = directOf(store.db)
  const seeding = () => seedAccounts(direct, config.adminPassword, config.sampleData !== 'none')
  const first = await untilThere(seeding, config.databaseUrl ? config.storeWait : 0, print)
  printFirstAccounts(first)
  if (first.length > 0 && config.sampleData === 'none') await seedItems(store.db)
  if (config.sampleData !== 'none' && (await isEmpty(store.db))) {
    const { makeSample } = await import('./sample/makeSample.ts')
    await makeSample(direct, config.sampleData, config.dataDir, log)
  }

  // An index that cannot be made is no reason not to start: its list is slower, and the next start tries again.
  await finishScreens(store.db).catch((error: unknown) => log.warn({ err: error }, 'screens made at run time could not be finished'))
  const app = await buildServer(config, store.db)
  const jobs = startJobs({ db: store.db, open: store.open, config, atOnce: config.jobsAtOnce, log }, [...jobsByName().values()])

  let isStopping = false
  const stop = async (why: string, code = 0): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping: no new calls, finishing those under way')
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await Promise.all([app.close(), jobs.stop(), watch.stop()])
    await store.close()
    await tracing?.stop()
    process.exit(code)
  }
  // Ends as it would refuse to start: whoever keeps it running starts the newer code, or reads why not.
  const onNewer = (why: string): void => {
    print(why)
    void stop(why, 1)
  }
  const watch = watchRelease({ db: direct, plan, log, onNewer })
  process.on('SIGINT', (signal) => stop(signal))
  process.on('SIGTERM', (signal) => stop(signal))

  const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw portError(error, config) ?? error
  })
  print(`安居已启动：${address}`)
}

start().catch((error: unknown) => {
  if (SAID.some((kind) => error instanceof kind)) print((error as Error).message)
  else print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
})
