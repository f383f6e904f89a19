import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { unpack } from '../../../server/backup/unpack.ts'
import { folderBlobs } from '../../../server/files/folderBlobs.ts'
import type { Connection } from '../../../server/store/connection/database.ts'
import { ownerFor, startRecovering, streamBase } from '../../../server/store/embedded/index.ts'
import { pathsOf } from '../../../server/store/embedded/paths.ts'
import { readPidFile } from '../../../server/store/embedded/pidFile.ts'
import { storeFolder } from './storeFolder.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** A standby that follows a PostgreSQL by streaming, made of a copy of it while it runs. */
export const startStandby = async ({ host, port, user, password }: Connection, dataDir: string) => {
  const folder = storeFolder('standby')
  const slot = `standby_${process.pid}`
  const primary = new pg.Client({ host, port, user, password, database: 'postgres' })
  primary.on('error', () => {})
  await primary.connect()
  // Others write to the same store meanwhile: what the copy and the standby still need of its log stays.
  await primary.query('select pg_create_physical_replication_slot($1, true)', [slot])
  chmodSync(folder, 0o711)
  copyFileSync(pathsOf(dataDir).password, pathsOf(folder).password)
  const to = folderBlobs(folder)
  await streamBase({ host, port, user, password, database: 'postgres' } as Parameters<typeof streamBase>[0], (file, content) =>
    to.put(`copy/${file}`, content),
  )
  await unpack(to, 'copy', join(folder, 'pg'), ownerFor(folder))
  rmSync(join(folder, 'copy'), { recursive: true })
  const follows = `host=${host} port=${port} user=${user} password=${password} application_name=standby`
  const server = await startRecovering(folder, { primary_conninfo: follows, primary_slot_name: slot }, quiet)
  const ask = async <T>(text: string): Promise<T> => (await server.client.query(text)).rows[0] as T
  return {
    connection: server.connection,
    /** Has it replay no more; settles when it does not. */
    async pause() {
      await ask('select pg_wal_replay_pause()')
      while ((await ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state')).state !== 'paused');
    },
    resume: () => ask('select pg_wal_replay_resume()'),
    kill: () => process.kill(readPidFile(pathsOf(folder))?.pid ?? 0, 'SIGKILL'),
    async stop() {
      server.client.on('error', () => {})
      await server.stop().catch(() => {})
      const drop = 'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active'
      while ((await primary.query(drop, [slot])).rowCount === 0);
      await primary.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
