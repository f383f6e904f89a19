import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type RealServer, startRealServer } from './realServer.ts'
import type { BrowserStores, Sample } from './store/browserStores.ts'
import { copyStore } from './store/copyStore.ts'
import { storeFolder } from './store/storeFolder.ts'

/** A first start, from nothing to a stopped server's data directory. */
const makeReady = async (sample: Sample, folder: string): Promise<void> => {
  const server = await startRealServer({ SAMPLE_DATA: sample }, 'dist', folder)
  await server.stop()
}

/**
 * Built servers with the small sample for all browser tests: one for each file that may run at a time, so that none meets what another does.
 * The sample takes a minute of one core, so that suites which need none run beside it, and whoever needs it asks (browserStores.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ready = { none: storeFolder('none'), small: storeFolder('small') }
  const folders = [ready.none, ready.small]
  const servers: RealServer[] = []
  const make = async (): Promise<BrowserStores> => {
    await Promise.all([makeReady('none', ready.none), makeReady('small', ready.small)])
    const copies = Array.from({ length: project.vitest.config.maxWorkers }, () => copyStore(ready.small, 'browser'))
    folders.push(...copies)
    const started = await Promise.all(copies.map((folder) => startRealServer({ SAMPLE_DATA: 'small' }, 'dist', folder)))
    servers.push(...started)
    return { ready, urls: started.map(({ url }) => url) }
  }
  const made = make()
  // Whoever asks is told; where nobody has asked yet it is not unheard.
  made.catch(() => {})
  const told = createServer((_, answer) => {
    made.then(
      (stores) => answer.end(JSON.stringify(stores)),
      (error: Error) => answer.writeHead(500).end(error.stack ?? error.message),
    )
  })
  await once(told.listen(0, '127.0.0.1'), 'listening')
  project.provide('browserStores', `http://127.0.0.1:${(told.address() as AddressInfo).port}`)
  return async () => {
    await made.catch(() => {})
    for (const server of servers) await server.stop()
    told.close()
    told.closeAllConnections()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
