import { defineResource } from '../../core/resource.ts'
import { checkStates } from '../../schemas/journal/journal.ts'

/** 账务自检: what must hold of the books, counted anew from the lines each night, or when an accountant asks. */
export default defineResource({
  name: 'book_check',
  label: '账务自检',
  area: 'bill',
  key: 'check_id',
  title: 'label',
  columns: {
    check_id: { label: '编号', is: 'int', list: 'never' },
    label: { label: '核对', is: 'text', spoken: true, required: true, width: 340 },
    state: { label: '结果', is: 'enum', of: checkStates, tones: { 1: 'good', 2: 'bad' }, required: true, filter: true, width: 90 },
    wrong: { label: '不符', is: 'int', unit: '处', required: true, width: 90 },
    checked_at: { label: '核对时间', is: 'datetime', required: true, width: 150 },
  },
  sort: ['check_id', 'asc'],
  actions: {
    run: {
      label: '立即自检',
      on: 'page',
      can: '/api/book_check/run',
      confirm: '全部账从分录重新核对一遍，账多时要几分钟；核对时照常办理业务',
      done: '已开始，结果出来后在此列表，刷新可见',
    },
  },
  domain: ['run'],
  calls: { detail: false, add: false, edit: false, del: false },
  log: false,
  empty: '还没有自检过：每天 02:40 自动核对，也可以点“立即自检”',
})
