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

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Gives each worker a place of its own: that of one which has ended, where all are taken. By the number of the process: vitest gives that of its pool twice where suites follow one another. */
const placesFor = (many: number): ((pid: number) => number) => {
  const taken: (number | undefined)[] = Array.from({ length: many })
  return (pid) => {
    const own = taken.indexOf(pid)
    const place = own >= 0 ? own : taken.findIndex((other) => other === undefined || !isAlive(other))
    if (place < 0) throw new Error(`more workers than the ${many} servers that were made for them`)
    taken[place] = pid
    return place
  }
}

/**
 * Built servers with the small sample for all browser tests: one for each file that may run at a time, so that none meets what another does.
 * The sample takes a minute of one core, so that suites which need none run beside it, and whoever needs it asks (browserStores.ts); a server
 * is started when it is first asked for, since one that nobody needs takes its part of the cores all the same.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ready = { none: storeFolder('none'), small: storeFolder('small') }
  const folders = [ready.none, ready.small]
  const servers: Promise<RealServer>[] = []
  const workers = project.config.maxWorkers
  const placeOf = placesFor(workers)
  const made = Promise.all([makeReady('none', ready.none), makeReady('small', ready.small)])
  const start = (): Promise<RealServer> => {
    const folder = copyStore(ready.small, 'browser')
    folders.push(folder)
    return startRealServer({ SAMPLE_DATA: 'small' }, 'dist', folder)
  }
  const serverAt = (place: number): Promise<RealServer> => {
    servers[place] ??= start()
    return servers[place]
  }
  // Whoever asks is told; where nobody has asked yet it is not unheard.
  made.catch(() => {})
  const told = createServer(async ({ url = '' }, answer) => {
    try {
      await made
      const stores: BrowserStores = { ready, url: (await serverAt(placeOf(Number(url.slice(1))))).url }
      answer.end(JSON.stringify(stores))
    } catch (error) {
      answer.writeHead(500).end(String(error))
    }
  })
  await once(told.listen(0, '127.0.0.1'), 'listening')
  project.provide('browserStores', `http://127.0.0.1:${(told.address() as AddressInfo).port}`)
  return async () => {
    await made.catch(() => {})
    for (const server of await Promise.allSettled(servers)) if (server.status === 'fulfilled') await server.value.stop()
    told.close()
    told.closeAllConnections()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
