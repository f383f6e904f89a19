import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { storeFolder } from './store/storeFolder.ts'

/** The built server as `npm start` runs it, on a data directory of its own. */
export interface RealServer {
  url: string
  dataDir: string
  output: () => string
  child: ChildProcess
  stop(): Promise<void>
}

export const PASSWORD = 'anju2026'

const started = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((done, failed) => {
    const timer = setTimeout(() => {
      failed(new Error(`server did not start:\n${output()}`))
      // Left alone it would keep the run from ending.
      child.kill('SIGTERM')
    }, 300_000)
    const look = (): void => {
      const url = /安居已启动：(http:\/\/\S+)/.exec(output())?.[1]
      if (!url) return
      clearTimeout(timer)
      done(url)
    }
    child.stdout?.on('data', look)
    child.on('exit', (code) => failed(new Error(`server ended with ${code}:\n${output()}`)))
  })

/** Starts `<out>/server/main.js`; `dataDir` is made, and removed at the end, where none is given. */
export const startRealServer = async (env: Record<string, string> = {}, out = 'dist', dataDir?: string): Promise<RealServer> => {
  const folder = dataDir ?? storeFolder('browser')
  const child = spawn(process.execPath, [resolve(out, 'server/main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const url = await started(child, () => text)
  return {
    url,
    dataDir: folder,
    output: () => text,
    child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}
