import { prepare } from './lib/prepare.mjs'

await prepare({ needsBuild: false })
const { runChecks } = await import('./lib/runChecks.mjs')
const failed = (await runChecks()).filter(({ problem }) => problem !== null)
if (failed.length > 0) process.stdout.write(`\n${failed.length} 项检查未通过\n`)
process.exit(failed.length > 0 ? 1 : 0)
