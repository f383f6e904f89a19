import { existsSync } from 'node:fs'
import { at } from './lib/paths.mjs'
import { node } from './lib/run.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) {
  process.stderr.write(`需要 Node 20.11 或更高的版本，现在是 ${process.version}：请换上较新的 Node，再启动\n`)
  process.exit(1)
}

// A release has no sources: what runs is in it (scripts/release.mjs).
if (existsSync(at('server'))) {
  const { prepare } = await import('./lib/prepare.mjs')
  await prepare()
}
const { code } = await node(['dist/server/main.js', ...process.argv.slice(2)])
process.exit(code)
