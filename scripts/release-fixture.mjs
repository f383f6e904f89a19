import { existsSync, readFileSync } from 'node:fs'
import { at } from './lib/paths.mjs'
import { must, node } from './lib/run.mjs'

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const path = at('tests', 'fixtures', 'stores', `${version}.zip`)

// What was released stays as it was: it is what the next releases are tried on.
if (existsSync(path)) {
  process.stderr.write(`${path} 已经有了：新版本先改 package.json 的版本；还没有发布的，先删去它\n`)
  process.exit(1)
}
const vitest = at('node_modules', 'vitest', 'vitest.mjs')
await must(
  node([vitest, 'run', '--project', 'server', 'tests/server/archive/roundTrip.test.ts'], { env: { ANJU_FIXTURE: path } }),
  '没有做成',
)
process.stdout.write(`已做出 ${path}\n`)
