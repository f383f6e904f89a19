import { CallError } from '../../../src/core/errors.ts'
import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id, reference, related } from '../../../src/derive/callParams.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { mergeForm } from '../../../src/schemas/tenant/merge.ts'
import { askedAsOf } from '../../calls/asOf.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { mergingCall } from '../../calls/mergingCall.ts'
import { answerDetail } from '../../calls/opening.ts'
import { debtsOf } from '../bill/index.ts'
import { findTenants } from './findTenants.ts'
import { overlapOf } from './merging.ts'

/** spec.md section 7 names the param and not its meaning: here it narrows to tenants who live in a room now. */
const show = {
  type: 'integer',
  title: '范围',
  oneOf: [
    { const: 0, title: '全部' },
    { const: 1, title: '只看在租' },
  ],
} as const

const lessee = resourceNamed('lessee')

const isLiving = async ({ tx }: Context, custom_id: number): Promise<boolean> => {
  const living = await tx
    .selectFrom('contract')
    .select('contract_id')
    .where('custom_id', '=', custom_id)
    .where('status', 'in', codesOf(contract, 'lets'))
    .limit(1)
    .executeTakeFirst()
  return living !== undefined
}

export default [
  lookupCall(
    {
      path: '/api/lessee/find',
      label: '查找租客',
      group: '用户列表',
      can: ['/api/lessee/index', 'key:bill_list'],
      key: 'custom_id',
      finds: { keyword: { type: 'string', title: '姓名、手机号或身份证号', maxLength: 50 }, show, custom_id: reference('除外的租客') },
    },
    findTenants,
  ),
  askedAsOf(
    defineCall(
      {
        path: '/api/lessee/detail',
        label: '用户详情',
        group: '用户列表',
        can: 'self',
        params: form('用户详情', { custom_id: id('租客'), show, related }, ['custom_id']),
      },
      async (context: Context, { custom_id, show: range, related: isAsked }) => {
        const tenant = await answerDetail(context, lessee, { key: custom_id, related: isAsked }, resourceNamed)
        if (range === 1 && !(await isLiving(context, custom_id))) throw new CallError(404)
        return tenant
      },
    ),
  ),
  mergingCall({
    of: 'lessee',
    field: mergeForm.properties.merged_into,
    told: ['name', 'card', 'phone'],
    conflictOf: overlapOf,
    debts: debtsOf('lessee'),
  }),
]
