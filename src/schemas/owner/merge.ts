import { mergeFormOf } from '../merging.ts'

/** 合并: an owner who was entered twice becomes one; the rooms and agreements of the one that it is done to go to the one that is named. */
export const mergeForm = mergeFormOf({
  title: '合并业主',
  description:
    '同一位业主登记了两次时用。这一条的房产与委托协议全部归到留下的一条，份额不变；这一条不再使用，看得到并到了哪里。此操作会留痕且不可撤销。',
  kept: { title: '留下的业主', required: '请选择留下的业主' },
  lookup: { call: '/api/owner/find', value: 'owner_id', label: ['name', 'phone'], search: 'keyword' },
  preview: '/api/owner/merging',
})
