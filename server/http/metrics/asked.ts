import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../store/connection/database.ts'
import { figures } from './figures.ts'

/** So long the store may take to answer at all; a scrape waits ten seconds at most. */
const PATIENCE_MS = 2000

/** Gives what a promise gives; null where it fails or takes too long. */
const soon = <T>(work: Promise<T>, ms: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, ms, null)
  })
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer))
}

/** Adds the figures that the store tells. Gives what brings them up to now: where the store is away only `anju_store_up` says so, and no old figure stands for a new one. */
export const addAsked = (register: Registry, db: Database): (() => Promise<void>) => {
  const up = new Gauge({ name: 'anju_store_up', help: 'Whether the store answers within two seconds', registers: [register] })
  const gauges = figures.map(({ name, help, labels = [], asked }) => ({
    gauge: new Gauge({ name, help, labelNames: [...labels], registers: [register] }),
    labels,
    asked,
  }))
  const put = ({ gauge, labels }: (typeof gauges)[number], rows: readonly Readonly<Record<string, string | number | null>>[]): void => {
    gauge.reset()
    if (labels.length === 0) gauge.remove()
    for (const row of rows) gauge.set(Object.fromEntries(labels.map((label) => [label, String(row[label])])), Number(row.value))
  }
  return async () => {
    const isUp = (await soon(sql`select 1`.execute(db), PATIENCE_MS)) !== null
    up.set(isUp ? 1 : 0)
    const told = await Promise.all(gauges.map(async ({ asked }) => (isUp ? soon(asked.execute(db), PATIENCE_MS) : null)))
    for (const [place, one] of gauges.entries()) put(one, told[place]?.rows ?? [])
  }
}
