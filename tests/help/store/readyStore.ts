import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { type RealServer, startRealServer } from '../realServer.ts'
import { storeFolder } from './storeFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directories of stopped servers: an operator's who has nothing yet, and one's with the small sample. */
    ready: Record<Sample, string>
  }
}

export type Sample = 'none' | 'small'

/** Gives a data directory as a first `npm start` left it, so that a file whose subject is not the first start need not wait for one. */
export const readyStore = (sample: Sample, name: string): string => copyStore(inject('ready')[sample], name)

/** Copies a stopped server's data directory, owners and all: as root PostgreSQL runs as another user. */
export const copyStore = (from: string, name: string): string => {
  const folder = storeFolder(name)
  execFileSync('cp', ['-a', `${from}/.`, folder])
  return folder
}

/** Starts a built server on such a directory, which goes when it stops. */
export const startReadyServer = async (sample: Sample, out = 'dist', env: Record<string, string> = {}): Promise<RealServer> => {
  const folder = readyStore(sample, 'ready')
  const server = await startRealServer({ SAMPLE_DATA: sample, ...env }, out, folder)
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
