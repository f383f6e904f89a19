import { prepare } from './lib/prepare.mjs'
import { node } from './lib/run.mjs'

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  process.stderr.write(`需要 Node 20 或更高版本，当前是 ${process.version}\n`)
  process.exit(1)
}

await prepare()
const { code } = await node(['dist/server/main.js', ...process.argv.slice(2)])
process.exit(code)
