import { defineResource } from '../../core/resource.ts'
import { recognised } from '../../schemas/closing/closing.ts'

/** 代收租金: what of a month's rent is an owner's and not the operator's (postings.md, book 代理), a row for each recognition and owner. Only ever added. */
export default defineResource({
  name: 'owner_rent',
  label: '代收租金',
  area: 'contract',
  key: 'owner_rent_id',
  columns: {
    owner_rent_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, required: true, filter: true, sort: true, width: 90 },
    owner_id: { label: '业主', is: 'ref', of: 'owner', required: true, filter: true, width: 180 },
    agreement_id: { label: '委托协议', is: 'ref', of: 'entrust_agreement', required: true, filter: 'more', width: 150 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: 'more', width: 170 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    share: { label: '份额', is: 'decimal', scale: 2, unit: '%', required: true, width: 90 },
    kind: { label: '事项', is: 'enum', of: recognised, required: true, filter: 'more', width: 80 },
    price: { label: '归业主', is: 'fen', required: true, total: { by: 'kind' } },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    recognition_id: { label: '收入确认', is: 'ref', of: 'recognition', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 180 },
    created_at: { label: '确认时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['month', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '还没有代收的租金：代理的协议生效后，协议里的房间确认收入时归业主的部分在这里',
})
