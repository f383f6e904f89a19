import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { RealServer } from '../realServer.ts'

/** Runs a statement in the store of a started server: for what only time would do. */
export const inside = async ({ dataDir }: Pick<RealServer, 'dataDir'>, statement: string): Promise<void> => {
  const lines = readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'pg.password'), 'utf8').trim()
  const client = new pg.Client({ host: lines[4] ?? '', port: Number(lines[3]), user: 'anju', password, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
