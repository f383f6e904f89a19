import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { PRIMARY } from './site.mjs'
import { STRIKES } from './strikes.mjs'

/** One question to whichever is the primary. Throws where there is none. */
export const query = async (text, values = []) => {
  const client = new pg.Client({ ...PRIMARY, connectionTimeoutMillis: 2000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows
  } finally {
    client.end().catch(() => {})
  }
}

/** Waits until it is so; gives whether it was within so many milliseconds. */
const until = async (isSo, patience, step = 200) => {
  for (const end = performance.now() + patience; performance.now() < end; await wait(step)) {
    if (await Promise.resolve(isSo()).catch(() => false)) return true
  }
  return false
}

/** The longest time, in seconds, from the strike on in which nobody's write was acknowledged. */
const longestGap = (struckAt, { done }) => {
  const times = [struckAt, ...done.map(({ at }) => at).filter((at) => at > struckAt), performance.now()]
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000
}

/** One round: a strike while everyone works, until all work again and the site is whole; gives what was seen. */
export const runRound = async ({ site, nodes, office, kind, round }) => {
  const { label, strike, isMoved = false, seconds: least = 0 } = STRIKES[kind]
  await site.untilSound(180_000)
  const leader = await site.leader()
  await until(() => office.seen.done.length > 0, 20_000)
  const begun = await office.exportFlows(round % 2, `${office.mark}-export-${round}`)
  const job = begun.data?.id
  office.anew()
  const lines = nodes.lines()
  const struckAt = performance.now()
  const heal = (await strike({ site, nodes, leader, round })) ?? (() => {})
  const seconds = (at) => Number(((at - struckAt) / 1000).toFixed(1))

  // One writes again on each node after there is a primary that others than the one that was struck know.
  await until(async () => {
    const now = await site.leader(isMoved ? leader.name : undefined)
    return now !== undefined && (!isMoved || now !== leader) && !(await query('select pg_is_in_recovery() as is'))[0].is
  }, 90_000)
  const ledAt = performance.now()
  const isWriting = await until(
    () => [0, 1].every((index) => office.seen.done.some((one) => one.index === index && one.at > ledAt)),
    60_000,
    50,
  )
  // What is said to all is heard on both lines.
  const isHeard = await until(async () => {
    await query(`select pg_notify('anju_setting', '')`)
    return office.seen.heard.every((times) => times.some((at) => at > ledAt))
  }, 45_000)
  const heardAt = performance.now()
  const stateOf = async () => (await query('select state, tries_left, attempt from job where job_id = $1', [job]))[0]
  if (job !== undefined) await until(async () => ['done', 'failed'].includes((await stateOf()).state), 90_000)
  const ended = job === undefined ? null : await stateOf().catch(() => null)
  const { longest, errors } = office.seen
  await wait(struckAt + least * 1000 - performance.now())
  const gap = longestGap(struckAt, office.seen)
  heal()
  await site.untilSound(180_000)
  return {
    ...{ round, kind, label, gap, isWriting, isHeard, job: ended, errors: Object.fromEntries(errors) },
    ...{
      from: leader.name,
      to: (await site.leader())?.name,
      heard: seconds(heardAt),
      longest: longest / 1000,
      whole: seconds(performance.now()),
    },
    lines: nodes.lines() - lines,
  }
}
