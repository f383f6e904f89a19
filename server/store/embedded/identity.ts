import { existsSync, statSync } from 'node:fs'
import type { Paths } from './paths.ts'
import { EmbeddedError } from './types.ts'

/** The user PostgreSQL runs as; empty where it is simply ourselves. Spread it into spawn options. */
export type Identity = { uid: number; gid: number } | Record<string, never>

const nobody = { uid: 65534, gid: 65534 }

/** Whether this process is root, which PostgreSQL refuses to be. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Who PostgreSQL runs as: ourselves, or as root the user `nobody`. A cluster that was made by an ordinary user keeps its
 * owner when root starts it, because PostgreSQL insists that the directory belongs to the one who runs it.
 */
export function identityFor(paths: Paths): Identity {
  if (!isRoot()) return {}
  if (!existsSync(paths.ready)) return nobody
  const owner = statSync(paths.pg)
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  throw new EmbeddedError(
    `数据库目录 ${paths.pg} 属于 root，PostgreSQL 不能以 root 运行。请执行 chown -R ${nobody.uid}:${nobody.gid} ${paths.pg} 后重新启动。`,
  )
}
