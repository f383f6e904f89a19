import type { JobSpec } from './defineJob.ts'

let known: ReadonlyMap<string, JobSpec> | null = null

/** Takes all jobs that are declared (server/wiring.ts); throws where two have one name. */
export const provideJobs = (specs: readonly JobSpec[]): void => {
  const found = new Map<string, JobSpec>()
  for (const spec of specs) {
    if (found.has(spec.name)) throw new Error(`任务 ${spec.name} 声明了两次`)
    found.set(spec.name, spec)
  }
  known = found
}

/** Every job that is declared, by name. */
export const jobsByName = (): ReadonlyMap<string, JobSpec> => {
  if (!known) throw new Error('no jobs have been provided')
  return known
}
