import { idRange } from '../../core/ids.ts'

/** The choice of an owner, by name or number as tenants are found. */
export const ownerField = {
  type: 'integer',
  title: '业主',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': { call: '/api/owner/find', value: 'owner_id', label: ['name', 'phone'], search: 'keyword' },
  'x-msg': { required: '请选择业主' },
} as const
