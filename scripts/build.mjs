import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './lib/paths.mjs'
import { precompress } from './lib/precompress.mjs'
import { markBuilt, sourceHash } from './lib/stamps.mjs'

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const out = resolve(root, values.out)
process.env.ANJU_OUT = out
process.env.NODE_ENV = 'production'

const { build } = await import('vite')
const started = performance.now()
// Taken before the build: a file saved while it runs makes the result stale, not silently current.
const hash = sourceHash()
await rm(out, { recursive: true, force: true })
try {
  await Promise.all([build({ root, logLevel: 'warn' }), build({ root, logLevel: 'warn', build: { ssr: true } })])
  await build({ root, logLevel: 'warn', mode: 'phone' })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
const count = await precompress(join(out, 'client'))
markBuilt(out, hash)
process.stdout.write(`构建完成：${((performance.now() - started) / 1000).toFixed(1)} 秒，预压缩 ${count} 个文件\n`)
