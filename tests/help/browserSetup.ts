import type { TestProject } from 'vitest/node'
import { startRealServer } from './realServer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
  }
}

/** One built server with the small sample for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRealServer({ SAMPLE_DATA: 'small' })
  project.provide('url', server.url)
  return () => server.stop()
}
