import { groupBy } from 'es-toolkit'
import { fixed, median } from '../../bench/lib/figures.mjs'

/** Tries that a job has at first. */
const TRIES = 3
const [MOST, MIDDLE] = [15, 6]

const words = ({ round, label, from, to, gap, isWriting, isHeard, heard, job, longest, whole, errors, lines }) =>
  [
    `第 ${round + 1} 轮 ${label}：${from} → ${to}，${fixed(gap, 1)} 秒没有写成`,
    isWriting ? '' : '（没有恢复）',
    `，事件 ${isHeard ? `${heard} 秒后听到` : '没有听到'}，导出 ${job ? `${job.state}（第 ${job.attempt} 次，还有 ${job.tries_left} 次）` : '没有建成'}`,
    `，最久的一次请求 ${fixed(longest, 1)} 秒，${whole} 秒后三台齐全，日志 ${lines} 行；答复 ${JSON.stringify(errors)}`,
  ].join('')

/** Prints a sentence, or what a round was like. */
export const say = (what) => console.log(typeof what === 'string' ? what : words(what))

const gapsOf = (rounds) => rounds.map(({ gap }) => gap)
/** A failover costs a job none of its tries; the node on which it runs costs it one, or a job that ends its node would be begun for ever. */
const triesLost = ({ jobs }) =>
  jobs.filter(({ job, kind }) => job.state !== 'done' || job.tries_left < TRIES - (kind === 'node' ? 2 : 1)).length

/** Whether nothing was lost or doubled, nobody logged out, no node ended, all heard and wrote again, no job lost a try, and the books agree. */
export const isMet = (sum) =>
  sum.lost.length === 0 &&
  sum.doubled.length === 0 &&
  sum.loggedOut === 0 &&
  sum.nodeEnds === 0 &&
  sum.unheard === 0 &&
  sum.silent === 0 &&
  triesLost(sum) === 0 &&
  sum.audit.status === 0

/** Prints what all rounds came to. */
export const saySum = (sum, rounds) => {
  const all = gapsOf(rounds)
  console.log(
    `\n${rounds.length} 轮：写 ${sum.asked} 笔，答复 ${sum.acknowledged} 笔，其中重发 ${sum.again} 笔（${sum.hadCommitted} 笔其实已经提交，只是没听到答复）`,
  )
  console.log(
    `丢 ${sum.lost.length} 笔，重 ${sum.doubled.length} 笔；被登出 ${sum.loggedOut} 次；节点自己结束 ${sum.nodeEnds} 次；没有恢复 ${sum.silent} 轮；事件没有听到 ${sum.unheard} 轮`,
  )
  console.log(`后台任务 ${sum.jobs.length} 个，少了次数或没有做完的 ${triesLost(sum)} 个；账务自检：${sum.audit.said}`)
  for (const [label, those] of Object.entries(groupBy(rounds, (round) => round.label))) {
    const gaps = gapsOf(those)
    console.log(`  ${label}：${those.length} 轮，没有写成的时间中位 ${fixed(median(gaps), 1)} 秒，最长 ${fixed(Math.max(...gaps), 1)} 秒`)
  }
  const isFast = Math.max(...all) <= MOST && median(all) <= MIDDLE
  console.log(
    `  合计：中位 ${fixed(median(all), 1)} 秒（应 ≤ ${MIDDLE}），最长 ${fixed(Math.max(...all), 1)} 秒（应 ≤ ${MOST}）：${isFast ? '达到' : '没有达到'}`,
  )
}
