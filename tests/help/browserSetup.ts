import type { TestProject } from 'vitest/node'
import { startRealServer } from './realServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    urls: string[]
  }
}

/** Built servers with the small sample for all browser tests: one for each file that may run at a time, so that none meets what another does. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const places = Array.from({ length: project.vitest.config.maxWorkers })
  const servers = await Promise.all(places.map(() => startRealServer({ SAMPLE_DATA: 'small' })))
  project.provide(
    'urls',
    servers.map(({ url }) => url),
  )
  return async () => {
    for (const server of servers) await server.stop()
  }
}
