import { CallError } from '../../../src/core/errors.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { readSetting } from '../setting/index.ts'

/** Throws 403, in these words, where whoever entered an application would judge it, and the operator wants another pair of eyes (domain.md, Rules of the trade). */
export const checkOther = async (
  { tx, session }: Acting,
  { created_by }: { created_by: number | null },
  refusal: string,
): Promise<void> => {
  if (created_by === null || created_by !== session.userId) return
  const { own } = await readSetting(tx, applicationSetting)
  if (own === 1) throw new CallError(403, refusal)
}
