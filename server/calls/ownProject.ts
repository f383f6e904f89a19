import { CallError } from '../../src/core/errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { inScope, type Scope } from '../store/reading/filters.ts'

/**
 * Gives the project of a record where nothing that it names says so: the one chosen, else the only one of whoever has but one; null for
 * whoever has all. Throws 400 on `p_id` where the chosen one is not there or not theirs, and where someone with several has chosen none:
 * it is asked, never guessed.
 */
export const ownProject = async (tx: Tx, scope: Scope, chosen: number | undefined): Promise<number | null> => {
  if (chosen === undefined) {
    if (scope === null) return null
    const [only] = scope
    if (scope.length > 1) throw new CallError(400, '您负责多个项目，请选择项目', { field: 'p_id' })
    if (only !== undefined) return only
  }
  const project = await tx
    .selectFrom('project')
    .select('p_id')
    .where('p_id', '=', chosen ?? 0)
    .where(inScope(scope, 'p_id'))
    .executeTakeFirst()
  if (chosen === undefined || !project) throw new CallError(400, '请选择您负责的所属项目', { field: 'p_id' })
  return chosen
}
