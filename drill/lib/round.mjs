import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { PRIMARY } from './site.mjs'
import { STRIKES } from './strikes.mjs'

/** One question to whichever is the primary, in the nodes' own time: a day is theirs. Throws where there is none. */
export const query = async (text, values = [], patience = 5000) => {
  const client = new pg.Client({ ...PRIMARY, connectionTimeoutMillis: 2000, query_timeout: patience, options: '-c TimeZone=Asia/Shanghai' })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows
  } finally {
    client.end().catch(() => {})
  }
}

/** So many rows that an export of them is still under way as the site is struck. */
const FLOWS = 100_000

/** Puts as many flows there as make an export long. */
export const fillFlows = () =>
  query(
    `insert into flow (sn, type, price, custom_name, "from", from_id, way, deal_time, start_date, end_date)
     select 'SJ' || n, 1, n, '王' || n, 2, 1, 3, 1760000000 + n, '2026-01-01', '2026-01-31' from generate_series(1, $1::integer) n`,
    [FLOWS],
    300_000,
  )

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
  const stateOf = async () => (await query('select state, tries_left, attempt from job where job_id = $1', [job]))[0]
  if (job !== undefined) await until(async () => (await stateOf()).state !== 'queued', 10_000, 50)
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
