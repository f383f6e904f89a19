import pg from 'pg'
import { readPassword, superuser } from './cluster.ts'
import type { Paths } from './paths.ts'
import type { Address, Connection } from './types.ts'
import { EmbeddedError } from './types.ts'

const { Client } = pg

/** A client, or why there is none: nobody listens there, or the server is there but starts, recovers or shuts down. */
export type Attempt = pg.Client | 'absent' | 'busy'

/** The full connection settings of a server that listens at `address`. */
export function connectionTo(paths: Paths, address: Address): Connection {
  return { ...address, user: superuser, password: readPassword(paths), database: 'postgres' }
}

/** Tries once to connect. */
export async function tryConnect(paths: Paths, address: Address): Promise<Attempt> {
  const client = new Client({ ...connectionTo(paths, address), application_name: 'anju-node', connectionTimeoutMillis: 5_000 })
  // Unheard, the error of a connection that breaks later would end the process; whoever cares listens to 'end'.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    return readRefusal(paths, (error as { code?: string }).code)
  }
}

function readRefusal(paths: Paths, code: string | undefined): 'absent' | 'busy' {
  // cannot_connect_now: starting, recovering or shutting down. too_many_connections: certainly there.
  if (code === '57P03' || code === '53300') return 'busy'
  if (code === '28P01') {
    throw new EmbeddedError(`内置数据库拒绝了 ${paths.password} 中的密码：它与 ${paths.pg} 不是一套。请从备份中恢复同一时间的两者。`)
  }
  return 'absent'
}
