import { CallError } from '../../../src/core/errors.ts'
import type { Session } from '../../caller/session.ts'

/** The books are one: who has only some of the projects closes and opens nothing, and is told nothing of what others left. Throws 403. */
export const checkIsOfAll = ({ scope }: Pick<Session, 'scope'>): void => {
  if (scope !== null) throw new CallError(403, '结账与反结账是全部项目的账，须由负责全部项目的账号办理')
}
