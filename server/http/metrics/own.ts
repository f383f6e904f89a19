import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { version } from '../../../package.json'
import { type Database, standingOfPool } from '../../store/connection/database.ts'
import { replicasOf } from '../../store/connection/replicas.ts'

export type Observe = (path: string, code: number, seconds: number) => void

/** `refused` is what the caller has to mend, `failed` is ours. */
const outcomeOf = (code: number): 'done' | 'refused' | 'failed' => {
  if (code === 200) return 'done'
  return code >= 500 ? 'failed' : 'refused'
}

/** Adds what this node knows without asking the store, and gives what counts a call. */
export const addOwn = (register: Registry, db: Database, dataDir: string): Observe => {
  const registers = [register]
  const times = new Histogram({
    name: 'anju_call_seconds',
    help: 'Time of a call, by path and code of the envelope',
    labelNames: ['path', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers,
  })
  const outcomes = new Counter({
    name: 'anju_calls_total',
    help: 'Calls by outcome: done, refused, failed',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['done', 'refused', 'failed']) outcomes.inc({ outcome }, 0)
  new Gauge({ name: 'anju_info', help: 'Always 1; the version of this node', labelNames: ['version'], registers }).set({ version }, 1)
  new Gauge({
    name: 'anju_pool_connections',
    help: 'Connections of this node to the store: busy, idle, and how many there may be',
    labelNames: ['state'],
    registers,
    collect() {
      const { size, open, idle } = standingOfPool(db)
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'most' }, size)
    },
  })
  new Gauge({
    name: 'anju_replica_in_use',
    help: 'Whether this node reads from a replica, by its address in DATABASE_READ_URLS',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { replica, isIn } of replicasOf(db)?.standing ?? []) this.set({ replica }, isIn ? 1 : 0)
    },
  })
  new Gauge({
    name: 'anju_pool_waiting',
    help: 'Calls that wait for a connection to the store',
    registers,
    collect() {
      this.set(standingOfPool(db).waiting)
    },
  })
  new Gauge({
    name: 'anju_disk_free_bytes',
    help: 'Free on the disk of DATA_DIR',
    registers,
    async collect() {
      const found = await statfs(dataDir).catch(() => null)
      if (found) this.set(found.bavail * found.bsize)
      else this.remove()
    },
  })
  return (path, code, seconds) => {
    times.observe({ path, code }, seconds)
    outcomes.inc({ outcome: outcomeOf(code) })
  }
}
