import { declarations } from './checks/declarations.mjs'
import { errors } from './checks/errors.mjs'
import { lengths } from './checks/lengths.mjs'
import { lint } from './checks/lint.mjs'
import { menuIcons } from './checks/menuIcons.mjs'
import { traces } from './checks/traces.mjs'
import { types } from './checks/types.mjs'
import { unused } from './checks/unused.mjs'

/**
 * Each check answers `{ seen, problem }`: how many things it looked at, and what is wrong (null when nothing is).
 * A check that looked at nothing has not passed: that is how a gate breaks without a sound.
 */
const checks = [
  ['类型', () => types('tsconfig.json')],
  ['类型（纯数据部分）', () => types('tsconfig.data.json')],
  ['格式、规范与引用方向', lint],
  ['没有人用的文件、导出与依赖', unused],
  ['声明', declarations],
  ['错误码文档', errors],
  ['菜单图标', menuIcons],
  ['本机痕迹', traces],
  ['文件长度', lengths],
]

const runOne = async (check) => {
  try {
    const { seen, problem } = await check()
    return { seen, problem: problem ?? (seen > 0 ? null : '一个文件也没有看到，检查本身失效了') }
  } catch (error) {
    return { seen: 0, problem: error.stack ?? String(error) }
  }
}

/** Runs all checks, whatever fails, and prints a line for each as it ends; what is wrong follows after the last. */
export const runChecks = async () => {
  const results = []
  const waiting = [...checks.entries()]
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, [name, check]] = next
      const started = performance.now()
      const result = await runOne(check)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${result.problem === null ? '通过' : '失败'}  ${name}（${result.seen} 项，${seconds} 秒）\n`)
      results[place] = { name, ...result }
    }
  }
  // Two at a time: the first, the types, take one core as long as all others take another.
  await Promise.all([runWaiting(), runWaiting()])
  for (const { name, problem } of results) if (problem !== null) process.stdout.write(`\n── ${name} ──\n${problem.trim()}\n`)
  return results
}
