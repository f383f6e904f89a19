import { mergeFormOf } from '../merging.ts'

/** 合并: two entries of one person become one; everything of the one that it is done to goes to the one that is named. */
export const mergeForm = mergeFormOf({
  title: '合并租客',
  description:
    '同一个人登记了两次时用。这一条的合同、账单等全部归到留下的一条，金额不变；这一条不再使用，看得到并到了哪里。此操作会留痕且不可撤销。',
  kept: { title: '留下的租客', required: '请选择留下的租客' },
  lookup: {
    call: '/api/lessee/find',
    about: true,
    anyProject: true,
    value: 'custom_id',
    label: ['name', 'card', 'phone'],
    search: 'keyword',
  },
  preview: '/api/lessee/merging',
})
