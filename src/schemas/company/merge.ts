import { mergeFormOf } from '../merging.ts'

/** 合并: a company that was entered twice becomes one; everything of the one that it is done to goes to the one that is named. */
export const mergeForm = mergeFormOf({
  title: '合并企业',
  description:
    '同一家企业登记了两次时用。这一条的整租、合同、账单、员工等全部归到留下的一条，金额不变；这一条不再使用，看得到并到了哪里。此操作会留痕且不可撤销。',
  kept: { title: '留下的企业', required: '请选择留下的企业' },
  lookup: { call: '/api/company/choose', value: 'company_id', label: 'name', search: 'keyword' },
  preview: '/api/company/merging',
})
