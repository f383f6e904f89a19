import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startRealServer } from './realServer.ts'
import { copyStore, type Sample } from './store/readyStore.ts'
import { storeFolder } from './store/storeFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    urls: string[]
  }
}

/** A first start, from nothing to a stopped server's data directory. */
const makeReady = async (sample: Sample): Promise<string> => {
  const folder = storeFolder(sample)
  const server = await startRealServer({ SAMPLE_DATA: sample }, 'dist', folder)
  await server.stop()
  return folder
}

/** Built servers with the small sample for all browser tests: one for each file that may run at a time, so that none meets what another does. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [none, small] = await Promise.all([makeReady('none'), makeReady('small')])
  project.provide('ready', { none, small })
  const folders = Array.from({ length: project.vitest.config.maxWorkers }, () => copyStore(small, 'browser'))
  const servers = await Promise.all(folders.map((folder) => startRealServer({ SAMPLE_DATA: 'small' }, 'dist', folder)))
  project.provide(
    'urls',
    servers.map(({ url }) => url),
  )
  return async () => {
    for (const server of servers) await server.stop()
    for (const folder of [none, small, ...folders]) rmSync(folder, { recursive: true, force: true })
  }
}
