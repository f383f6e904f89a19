import approvalSetting from '../../../src/resources/settings/approval.ts'
import type { auditBusiness } from '../../../src/schemas/common.ts'
import { stepsField } from '../../../src/schemas/settings/approval.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

/** One step of an approval: any or all who hold a role, one account, or the head of the applicant's department. */
export type Step = { who: 'role'; role_id: number; all: boolean } | { who: 'account'; user_id: number } | { who: 'head' }

/** Gives the steps that a business of this kind has to pass, in order; none where it needs no approval (domain.md, Approvals). */
export const stepsOf = async (db: Queryable, business: keyof typeof auditBusiness): Promise<Step[]> => {
  const setting = await readSetting(db, approvalSetting)
  return (setting[stepsField[business]] ?? []).map(({ who, role_id, user_id, all }): Step => {
    if (who === 1) return { who: 'role', role_id, all: all === 2 }
    return who === 2 ? { who: 'account', user_id } : { who: 'head' }
  })
}
