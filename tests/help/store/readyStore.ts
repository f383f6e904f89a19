import { rmSync } from 'node:fs'
import { type RealServer, startRealServer } from '../realServer.ts'
import { browserStores, type Sample } from './browserStores.ts'
import { copyStore } from './copyStore.ts'

/** Gives a data directory as a first `npm start` left it, so that a file whose subject is not the first start need not wait for one. */
export const readyStore = (sample: Sample, name: string): string => copyStore(browserStores.ready[sample], name)

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
