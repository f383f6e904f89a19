import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import entrustAgreement from '../../../src/resources/owner/entrustAgreement.ts'
import type { Call, Context } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { derivedCall, oneOrMany } from '../../calls/resourceCalls.ts'
import { findOwners } from './findOwners.ts'

const agreement = resourceNamed('entrust_agreement')

/** A derived call of agreements that are drafts: one that has come into force is what was agreed, and neither edited nor deleted (409). */
const ofDrafts = (name: 'edit' | 'del', label: string): Call => {
  const call = derivedCall(agreement, name, resourceNamed)
  return {
    ...call,
    handle: async (context: Context, params: Record<string, unknown>) => {
      const rows = await context.tx
        .selectFrom('entrust_agreement')
        .select('status')
        .where('agreement_id', 'in', oneOrMany(agreement, params))
        .forNoKeyUpdate()
        .execute()
      if (rows.some(({ status }) => status !== codeOf(entrustAgreement, 'draft'))) throw new CallError(409, `只有草稿可以${label}`)
      return call.handle(context, params)
    },
  }
}

export default [
  lookupCall(
    {
      path: '/api/owner/find',
      label: '查找业主',
      group: '业主',
      can: '/api/owner/index',
      key: 'owner_id',
      finds: { keyword: { type: 'string', title: '姓名或名称、手机号、身份证号或统一社会信用代码', maxLength: 100 } },
    },
    findOwners,
  ),
  ofDrafts('edit', '编辑'),
  ofDrafts('del', '删除'),
]
