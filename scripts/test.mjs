import { prepare } from './lib/prepare.mjs'

/** Checks, build, every suite; with `--prove` all that they can go through (`npm run prove`); with `--today 2028-02-29` the suites as on that day. Other arguments go to vitest: `npm test -- --project unit`. */
const main = async () => {
  const args = process.argv.slice(2)
  const proves = args.includes('--prove') ? { ANJU_PROVE: '1' } : {}
  const today = args.indexOf('--today')
  const day = today < 0 ? undefined : args.splice(today, 2)[1]
  await prepare({ needsBuild: false })
  const { runChecks } = await import('./lib/runChecks.mjs')
  const { ensureBrowser } = await import('./lib/browser.mjs')
  const { runVitest } = await import('./lib/runVitest.mjs')
  const { node } = await import('./lib/run.mjs')
  const { dayEnv } = await import('./lib/otherClock.mjs')
  const { cache } = await import('./lib/paths.mjs')
  const clock = today < 0 ? {} : dayEnv(cache('clock'), day)

  // The build beside the checks, in a process of its own: a failed one is one failure among those counted, and the suites that need none still run.
  // Those begin while types are still checked: what they do first takes one core of two.
  const checking = runChecks()
  const [build, browser] = await Promise.all([node(['scripts/prepare.mjs']), ensureBrowser()])
  if (browser.problem) process.stdout.write(`\n${browser.problem}\n`)
  if (build.stopped !== null) process.exit(build.stopped)
  const tests = await runVitest(
    args.filter((arg) => arg !== '--prove'),
    { ...proves, ...clock, ...(browser.chrome ? { CHROME: browser.chrome } : {}) },
  )
  if (tests.stopped !== null) process.exit(tests.stopped)
  const checks = await checking

  const steps = [...checks.map(({ problem }) => problem === null), browser.problem === null, build.code === 0]
  const passed = steps.filter(Boolean).length + tests.passed
  const failed = steps.filter((isPassed) => !isPassed).length + tests.failed
  const ranTests = tests.passed + tests.failed > 0
  if (!ranTests) process.stdout.write('没有运行任何测试\n')
  for (const { name, problem } of checks) if (problem !== null) process.stdout.write(`失败  ${name}（见上）\n`)
  process.stdout.write(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}\n`)
  process.exitCode = failed > 0 || !ranTests ? 1 : 0
}

await main()
