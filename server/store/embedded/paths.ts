import { join } from 'node:path'

/** Every file and directory the embedded server owns under DATA_DIR, in one place. */
export function pathsOf(dataDir: string) {
  return {
    dataDir,
    /** The cluster. */
    pg: join(dataDir, 'pg'),
    /** Our word that `pg` is complete. Inside the cluster, so that it moves, and is backed up, together with it. */
    ready: join(dataDir, 'pg', 'anju.ready'),
    pidFile: join(dataDir, 'pg', 'postmaster.pid'),
    password: join(dataDir, 'pg.password'),
    log: join(dataDir, 'pg.log'),
    /** Where PostgreSQL lays finished segments of its log, while backups are kept. */
    wal: join(dataDir, 'wal'),
    lock: join(dataDir, 'pg.lock'),
  }
}

export type Paths = ReturnType<typeof pathsOf>
