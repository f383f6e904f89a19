import { sql } from 'kysely'
import { secondOf } from '../../../src/protocol/dates.ts'
import { defineStoreCheck, good, wrong } from '../check.ts'

const MOST_SECONDS = 2
/** What was written in the last minute may be of a node whose clock is a little ahead. */
const AHEAD_SECONDS = 60

export const clock = defineStoreCheck({
  name: 'clock',
  label: '时钟',
  look: async (db) => {
    const before = Date.now()
    const { rows } = await sql<{ now: number; last: number | null }>`
      select extract(epoch from clock_timestamp())::float8 as now, (select max(created_at) from job) as last
    `.execute(db)
    const here = (before + Date.now()) / 2000
    const there = rows[0]?.now ?? here
    const off = Math.round(Math.abs(here - there))
    if (off > MOST_SECONDS) return wrong(`与数据库差 ${off} 秒`, '让两台机器都对时（NTP，如 timedatectl set-ntp true）')
    const last = rows[0]?.last ?? 0
    if (last > here + AHEAD_SECONDS)
      return wrong(
        `现在是 ${secondOf(Math.floor(here))}，库里却有 ${secondOf(last)} 的任务：时钟倒退过`,
        '对时（NTP），再看账单、日结的日期对不对',
      )
    return good(`与数据库相差不到 ${MOST_SECONDS} 秒`)
  },
})
