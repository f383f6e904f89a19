import { expect, test } from 'vitest'
import { isProof } from '../help/depth.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { startTestServer } from '../help/testServer.ts'

const PATHS = [
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/index.html',
  '/docs/static/swagger-initializer.js',
  '/docs/states/waiting.svg',
  '/docs/states/nothing.svg',
  '/docs/static/nothing',
]

const statuses = async (API_DOCS: string): Promise<{ anyone: number[]; staff: number[] }> => {
  const server = await startTestServer({ API_DOCS }, { connections: 2 })
  try {
    const token = await tokenOf(server, await addAccount(server, 'plain', []))
    // Each answer is read to its end: the server waits at its close for one that is not.
    const statusOf = async (path: string, cookie: string): Promise<number> => {
      const answer = await fetch(server.url + path, { headers: { cookie } })
      await answer.arrayBuffer()
      return answer.status
    }
    const ask = (cookie: string): Promise<number[]> => Promise.all(PATHS.map((path) => statusOf(path, cookie)))
    return { anyone: await ask(`token=${'0'.repeat(64)}`), staff: await ask(`token=${token}`) }
  } finally {
    await server.close()
  }
}

const SHOWN = [200, 200, 200, 200, 200, 200, 200, 404, 404]

test('/docs and all below it is for who is logged in, unless a setting opens it', async () => {
  expect(await statuses('')).toEqual({ anyone: PATHS.map(() => 401), staff: SHOWN })
  // What it is by itself, said.
  if (isProof) expect(await statuses('on')).toEqual({ anyone: PATHS.map(() => 401), staff: SHOWN })
  expect(await statuses('open')).toEqual({ anyone: SHOWN, staff: SHOWN })
  expect(await statuses('off')).toEqual({ anyone: PATHS.map(() => 404), staff: PATHS.map(() => 404) })
})
