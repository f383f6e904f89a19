import { defineResource } from '../../core/resource.ts'
import { recognised } from '../../schemas/closing/closing.ts'

/** 收入确认: what of a bill's rent, or of a service that is paid ahead, is the revenue of a month (postings.md, Principles). What is recognised is a target, so a row is the difference to what was before. */
export default defineResource({
  name: 'recognition',
  label: '收入确认',
  area: 'bill',
  key: 'recognition_id',
  columns: {
    recognition_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, required: true, filter: true, sort: true, width: 100 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, width: 170 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    kind: { label: '确认', is: 'enum', of: recognised, required: true, filter: true, width: 90 },
    price: { label: '金额', is: 'fen', required: true, total: { by: 'kind' } },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 190 },
    created_at: { label: '确认时间', is: 'datetime', fixed: true, width: 150 },
  },
  sort: ['month', 'desc'],
  actions: {
    start: {
      label: '确认收入',
      on: 'page',
      can: '/api/recognition/start',
      confirm: '把已过完、未结账的各月应归属的租金、服务费确认为收入；每天 02:20 自动做，可以反复做，只补差额',
      done: '已开始，做完后在此列表，刷新可见',
    },
  },
  domain: ['start'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '还没有确认过收入：每天 02:20 自动确认已过完的月份，也可以点“确认收入”',
})
