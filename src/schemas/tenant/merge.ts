import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'

/** 合并: two entries of one person become one; everything of the one that it is done to goes to the one that is named. */
export const mergeForm = defineForm({
  title: '合并租客',
  description:
    '同一个人登记了两次时用。这一条的合同、账单等全部归到留下的一条，金额不变；这一条不再使用，看得到并到了哪里。此操作会留痕且不可撤销。',
  type: 'object',
  properties: {
    merged_into: {
      type: 'integer',
      title: '留下的租客',
      'x-is': 'ref',
      ...idRange,
      'x-wide': true,
      'x-lookup': { call: '/api/lessee/find', about: true, value: 'custom_id', label: ['name', 'card', 'phone'], search: 'keyword' },
      'x-msg': { required: '请选择留下的租客' },
    },
  },
  required: ['merged_into'],
  additionalProperties: false,
  'x-preview': { call: '/api/lessee/merging', shows: '合并前后', of: ['merged_into'] },
})
