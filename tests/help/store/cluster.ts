import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Embedded, startEmbedded } from '../../../server/store/embedded/index.ts'
import { pathsOf } from '../../../server/store/embedded/paths.ts'
import { readPidFile } from '../../../server/store/embedded/pidFile.ts'
import type { Envelope } from '../../../src/protocol/envelope.ts'
import { type RealServer, startRealServer } from '../realServer.ts'
import { readyStore } from './readyStore.ts'

/** Several nodes on one PostgreSQL and one folder of files, as an operator runs them. */
export interface Cluster {
  /** How to reach the PostgreSQL. */
  connection: () => Embedded['connection']
  /** Ends the PostgreSQL as kill -9 does; it is started anew at the same place. */
  killStore: () => void
  /** The folder of files that all its nodes work on. */
  dataDir: string
  /** By another line to the PostgreSQL where one is given. */
  startNode: (databaseUrl?: string) => Promise<RealServer>
}

/** Gives a test file a cluster of its own, which ends with the file; `name` is in the names of its folders, `env` in what its nodes are told. */
export const cluster = (name: string, env: Record<string, string> = {}): Cluster => {
  const folder = readyStore('none', `${name}-store`)
  const dataDir = mkdtempSync(join('/var/tmp', `anju-${name}-nodes-`))
  // Its numbers are sealed by the key that lies beside it.
  cpSync(join(folder, 'secret.key'), join(dataDir, 'secret.key'))
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const nodes: RealServer[] = []
  let store: Embedded
  beforeAll(async () => {
    store = await startEmbedded({ dataDir: folder, log: quiet })
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await store?.stop()
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
  })
  return {
    connection: () => store.connection,
    dataDir,
    killStore: () => process.kill(readPidFile(pathsOf(folder))?.pid ?? 0, 'SIGKILL'),
    async startNode(databaseUrl) {
      const { user, password, host, port, database } = store.connection
      const DATABASE_URL =
        databaseUrl ??
        `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
      const node = await startRealServer({ SAMPLE_DATA: 'none', DATABASE_URL, ...env }, 'dist', dataDir)
      nodes.push(node)
      return node
    },
  }
}

/** Sends a call as it is, in style B. */
export const post = async <T>(node: RealServer, path: string, params: Record<string, unknown>): Promise<Envelope<T>> => {
  const response = await fetch(node.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  return (await response.json()) as Envelope<T>
}
