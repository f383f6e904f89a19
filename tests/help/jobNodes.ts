import { omit } from 'es-toolkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import type { JobSpec } from '../../server/jobs/defineJob.ts'
import { jobsByName, provideJobs } from '../../server/jobs/registry.ts'
import { type Jobs, startJobs } from '../../server/jobs/startJobs.ts'
import type { adminServer } from './adminServer.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** The codes of a run's state on the page. */
export const FAILED = 4
export const DONE = 3

/** Nodes that do jobs on a test's server, and what the page says of them; each test begins with no job and ends with no node. */
export const jobNodes = (ground: ReturnType<typeof adminServer>) => {
  const nodes: Jobs[] = []
  const declared = [...jobsByName().values()]
  const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(ground.server.db)).rows
  const listed = async (name: 'job_kind' | 'job_run', params = {}) =>
    (await ground.call(`/api/${name}/index`, { page: 1, page_rows: 100, ...params })).data.list
  const run = (jobs: readonly JobSpec[], atOnce: number, dueJobs: 'on' | 'off' = 'on'): Jobs => {
    const { db, open, config } = ground.server
    const node = startJobs({ db, open, config: { ...config, dueJobs }, atOnce, beatMs: 20, log }, jobs)
    nodes.push(node)
    return node
  }
  beforeEach(() => rowsOf('delete from job; delete from job_kind'))
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
    provideJobs(declared)
  })
  return {
    nodes,
    declared,
    rowsOf,
    listed,
    /** Starts a node that knows these jobs; the page knows them too. */
    start: (...jobs: JobSpec[]): Jobs => {
      provideJobs([...declared, ...jobs])
      return run(jobs, 2)
    },
    /** Starts a node that does nothing by itself. */
    startQuiet: (...jobs: JobSpec[]): Jobs => {
      provideJobs([...declared, ...jobs])
      return run(jobs, 1, 'off')
    },
    /** Starts a node that does one declared job whenever somebody has asked for it, and asks for none by the clock. */
    startAsked: (name: string): Jobs =>
      run(
        declared.filter((job) => job.name === name).map((job) => omit(job, ['every'])),
        1,
      ),
    /** Starts a node that knows what is declared, or these of it. */
    startDeclared: (...names: string[]): Jobs =>
      run(names.length === 0 ? declared : declared.filter(({ name }) => names.includes(name)), 1),
    /** The page's line of a job, once it is as expected. */
    becomes: (label: string, expected: object) =>
      expect
        .poll(async () => (await listed('job_kind')).find((row: { label: string }) => row.label === label), { timeout: 10_000 })
        .toMatchObject(expected),
  }
}
