import type { FileLayout } from '../src/core/fileLayout.ts'
import { provideHouse } from './approvals/house.ts'
import { provideCounts } from './calls/counts.ts'
import type { Call } from './calls/defineCall.ts'
import type { Count } from './calls/defineCount.ts'
import type { Effects } from './calls/defineEffects.ts'
import type { Todos } from './calls/defineTodo.ts'
import { provideEffects } from './calls/effects.ts'
import { provideCalls } from './calls/registry.ts'
import { provideTodos } from './calls/todos.ts'
import { operator } from './domain/approval/index.ts'
import { refreshDeclared } from './domain/screen/index.ts'
import type { ExportSpec } from './exports/defineExport.ts'
import { provideExports } from './exports/registry.ts'
import { provideLayouts } from './imports/layouts/registry.ts'
import type { JobSpec } from './jobs/defineJob.ts'
import { provideJobs } from './jobs/registry.ts'
import type { OutboundSpec } from './outbox/defineOutbound.ts'
import { provideOutbounds } from './outbox/registry.ts'
import type { PrintSpec } from './prints/definePrint.ts'
import { providePrints } from './prints/registry.ts'
import { type Meaning, provideMeanings } from './store/reading/meanings.ts'
import { type Constraints, explainConstraints } from './store/writing/problems.ts'

/*
 * Where the floors meet: engines know no business, so what the domains have for them is found here by the file's being there, and handed
 * down. Whoever starts a server, or asks what calls there are, imports this.
 */
const calls = import.meta.glob<Call[]>('./domain/*/calls.ts', { eager: true, import: 'default' })
const exports = import.meta.glob<ExportSpec[]>('./domain/*/exports.ts', { eager: true, import: 'default' })
const effects = import.meta.glob<Effects | readonly Effects[]>('./domain/*/effects.ts', { eager: true, import: 'default' })
const counts = import.meta.glob<Count[]>('./domain/*/counts.ts', { eager: true, import: 'default' })
const meanings = import.meta.glob<Meaning[]>('./domain/*/meanings.ts', { eager: true, import: 'default' })
const todos = import.meta.glob<Todos>('./domain/*/todos.ts', { eager: true, import: 'default' })
const jobs = import.meta.glob<JobSpec[]>('./domain/*/jobs.ts', { eager: true, import: 'default' })
/** Of the engines themselves. */
const ownJobs = import.meta.glob<JobSpec[]>('./{backup,jobs,exports,imports,outbox,prints}/jobs.ts', { eager: true, import: 'default' })
const prints = import.meta.glob<PrintSpec[]>('./domain/*/prints.ts', { eager: true, import: 'default' })
const layouts = import.meta.glob<FileLayout>('./domain/*/layouts/*.ts', { eager: true, import: 'default' })
const outbounds = import.meta.glob<OutboundSpec[]>('./domain/*/outbounds.ts', { eager: true, import: 'default' })
const constraints = import.meta.glob<Constraints>('./domain/*/constraints.ts', { eager: true, import: 'default' })

providePrints(Object.values(prints).flat())
provideHouse(operator)
provideEffects(Object.values(effects).flat())
provideCounts(Object.values(counts).flat())
provideMeanings(Object.values(meanings).flat())
provideTodos(Object.values(todos))
provideCalls(Object.values(calls).flat())
provideExports(Object.values(exports).flat())
provideLayouts(Object.fromEntries(Object.entries(layouts).map(([path, layout]) => [path.replace('./', 'server/'), layout])))
provideOutbounds(Object.values(outbounds).flat())
for (const one of Object.values(constraints)) explainConstraints(one)

/** A job may be of a screen that was made, or changed, on another node a moment ago. */
const upToDate = (spec: JobSpec): JobSpec => ({
  ...spec,
  run: async (context) => {
    await refreshDeclared(context.db)
    return spec.run(context)
  },
})

provideJobs([...Object.values(ownJobs), ...Object.values(jobs)].flat().map(upToDate))
