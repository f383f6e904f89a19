import { lookupCall } from '../../calls/lookupCall.ts'
import { findOwners } from './findOwners.ts'

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
]
