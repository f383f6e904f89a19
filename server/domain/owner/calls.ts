import { form } from '../../../src/derive/callParams.ts'
import { mergeForm } from '../../../src/schemas/owner/merge.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { mergingCall } from '../../calls/mergingCall.ts'
import { findOwners } from './findOwners.ts'
import { ownedTwice } from './merging.ts'
import { makeSettlements } from './settle.ts'

export default [
  defineCall(
    {
      path: '/api/owner_settlement/start',
      label: '生成结算单',
      group: '业主',
      can: 'self',
      writes: true,
      params: form('生成结算单', {}, []),
    },
    async (context) => ({ count: await makeSettlements(context) }),
  ),
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
  mergingCall({ of: 'owner', field: mergeForm.properties.merged_into, told: ['name', 'card', 'code', 'phone'], conflictOf: ownedTwice }),
]
