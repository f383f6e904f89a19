import { existsSync, readFileSync, rmSync } from 'node:fs'
import { endLeftovers, markedPath } from './leftovers.mjs'
import { at, cache } from './paths.mjs'
import { node } from './run.mjs'

const report = cache('vitest.json')
/** What a suite has made of the sources, so that the next one need not (vitest.config.ts). */
const modules = cache('modules')

/** A file that could not even be loaded has no test to count, and yet it has failed. */
const brokenFiles = (results) =>
  results.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))

const counts = () => {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numTotalTests, numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = numTotalTests - numPassedTests - numFailedTests
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles(testResults).length, skipped }
}

/** Runs all suites (or those that `args` name) and answers `{ passed, failed, skipped, stopped }`. */
export const runVitest = async (args, env) => {
  rmSync(report, { force: true })
  // Of this run alone: what a plugin makes of one file may hold others.
  rmSync(modules, { recursive: true, force: true })
  const { mark, path } = markedPath()
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, '--experimental.fsModuleCache', ...args]
  const { code, stopped } = await node([at('node_modules', 'vitest', 'vitest.mjs'), ...options], { env: { ...env, PATH: path } })
  const left = await endLeftovers(mark)
  if (left.length > 0) process.stdout.write(`测试结束后仍在运行，已终止：\n${left.join('\n')}\n`)
  const found = counts()
  const isSilentFailure = code !== 0 && found.failed === 0
  return { ...found, failed: found.failed + (isSilentFailure ? 1 : 0) + (left.length > 0 ? 1 : 0), stopped }
}
