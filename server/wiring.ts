import type { Call } from './calls/defineCall.ts'
import { provideCalls } from './calls/registry.ts'
import { warnGuessed } from './domain/account/index.ts'
import { remindDaily } from './domain/reminder/index.ts'
import { refreshDeclared } from './domain/screen/index.ts'
import { EXPORT } from './exports/beginExport.ts'
import type { ExportSpec } from './exports/defineExport.ts'
import { provideExports } from './exports/registry.ts'
import { runExport } from './exports/runExport.ts'
import { IMPORT } from './imports/beginImport.ts'
import { runImport } from './imports/runImport.ts'
import type { JobKind } from './jobs/kinds.ts'
import type { Duty } from './jobs/startDuties.ts'
import type { PrintSpec } from './prints/definePrint.ts'
import { PRINT, runPrint } from './prints/printJob.ts'
import { providePrints } from './prints/registry.ts'
import { foldTallies, keepFactsDaily } from './store/facts/keepFacts.ts'
import { type Constraints, explainConstraints } from './store/writing/problems.ts'

/*
 * Where the floors meet: engines know no business, so what the domains have for them is found here by the file's being there, and handed
 * down. Whoever starts a server, or asks what calls there are, imports this.
 */
const calls = import.meta.glob<Call[]>('./domain/*/calls.ts', { eager: true, import: 'default' })
const exports = import.meta.glob<ExportSpec[]>('./domain/*/exports.ts', { eager: true, import: 'default' })
const prints = import.meta.glob<PrintSpec[]>('./domain/*/prints.ts', { eager: true, import: 'default' })
const constraints = import.meta.glob<Constraints>('./domain/*/constraints.ts', { eager: true, import: 'default' })

providePrints(Object.values(prints).flat())
provideCalls(Object.values(calls).flat())
provideExports(Object.values(exports).flat())
for (const one of Object.values(constraints)) explainConstraints(one)

/** A job may be of a screen that was made, or changed, on another node a moment ago. */
const upToDate =
  (run: JobKind): JobKind =>
  async (context) => {
    await refreshDeclared(context.db)
    return run(context)
  }

/** How each kind of job is done. */
export const jobKinds: Readonly<Record<string, JobKind>> = {
  [EXPORT]: upToDate(runExport),
  [IMPORT]: upToDate(runImport),
  [PRINT]: upToDate(runPrint),
}

/** What is due by the clock: facts that time alone changes, lines of tallies, the day's reminders (房态提醒设置), and whether someone guesses at a password. */
export const duties: Readonly<Record<string, Duty>> = {
  'facts of the day': keepFactsDaily,
  'folds of tallies': foldTallies,
  'reminders of the day': remindDaily,
  'warnings of guesses': warnGuessed,
}
