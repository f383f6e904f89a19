import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rounds } from '../help/depth.ts'
import { startRealServer } from '../help/realServer.ts'
import { post } from '../help/store/cluster.ts'
import { readyStore } from '../help/store/readyStore.ts'

test('whoever reads the log may stand still: calls are answered, and a stop ends', async () => {
  const folder = readyStore('none', 'log-reader')
  const node = await startRealServer({ SAMPLE_DATA: 'none', LOG_LEVEL: 'info' }, 'dist', folder)
  node.child.stdout?.removeAllListeners('data').pause()
  // Each is logged, by some 250 bytes; a pipe holds a few hundred kB.
  for (let n = 0; n < rounds(20, 40); n++) {
    const all = await Promise.all(Array.from({ length: 100 }, () => post(node, '/api/flow/index', { token: '', stime: 0, sign: 'x' })))
    expect(all.every(({ code }) => code === 401)).toBe(true)
  }
  node.child.kill('SIGTERM')
  await once(node.child, 'exit')
  rmSync(folder, { recursive: true, force: true })
})
