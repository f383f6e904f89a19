import { CallError } from '../../src/core/errors.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { withNamesOfNow } from '../../src/derive/namesOfNow.ts'
import type { Audit } from '../approvals/audits.ts'
import { standingOf } from '../caller/standing.ts'
import { actingAs } from '../store/connection/transaction.ts'
import type { Context } from './defineCall.ts'
import { namingKept } from './namingKept.ts'
import { registry } from './registry.ts'

/**
 * Gives what does a submitted action as its applicant, within the last decision's transaction: by the rules of now, with the rights and
 * projects that the applicant has now. Throws what the action throws; 403 where the applicant may not do it any more, 409 where there is no
 * such action.
 */
export const runApproved =
  (context: Context) =>
  async ({ path, label, applicant_id: userId, params }: Audit): Promise<void> => {
    const call = registry().get(path)
    if (!call?.does) throw new CallError(409, `操作“${label}”已不在，或不再需要审批`)
    const standing = await standingOf(context.tx, userId, path)
    if (!standing?.isPermitted) throw new CallError(403, `申请人已没有“${label}”的权限`)
    const asked = await namingKept(context.tx, call, withNamesOfNow(call, params))
    const [broken] = validateForm(call.params, asked)
    if (broken) throw new CallError(400, broken.message)
    const session = { tokenHash: Buffer.alloc(0), userId, name: '', scope: standing.scope, asRole: null, writes: 0 }
    const { address } = context
    const doing = { ...context, session, file: null, prepared: undefined, isApproved: true as const }
    await actingAs(context.tx, { userId, path, label, address }, async () => call.does?.(doing, asked))
  }
