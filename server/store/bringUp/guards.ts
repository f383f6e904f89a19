import type { CompleteResource } from '../../../src/derive/complete.ts'
import { historyOf } from '../writing/history.ts'
import { apartGuards } from './apart.ts'
import { mergedGuards } from './merged.ts'
import { retiredGuards } from './retired.ts'

/** Gives the statements that make the triggers of a resource's table: what keeps its history, and what the store refuses by its declaration. */
export const guardsOf = (resource: CompleteResource, targets: ReadonlyMap<string, CompleteResource>): string[] =>
  (resource.isCopied ? [historyOf] : [historyOf, retiredGuards, mergedGuards, apartGuards]).flatMap((guards) => guards(resource, targets))
