import { defineResource } from '../../core/resource.ts'
import { feePieces, feeStates } from '../../schemas/lateFee/lateFee.ts'

/** 违约金账单: which bill was made of which late fee, and how it came about then. Only ever added: what was waived stays, and is never billed again. */
export default defineResource({
  name: 'late_fee_bill',
  label: '违约金账单',
  area: 'bill',
  key: 'row_id',
  columns: {
    row_id: { label: '编号', is: 'int', list: 'never' },
    as_of: { label: '算到', is: 'date', required: true, sort: true, filter: true, width: 110 },
    fee_bill_id: { label: '违约金账单', is: 'ref', of: 'bill', required: true, filter: 'more', width: 170 },
    bill_id: { label: '逾期的账单', is: 'ref', of: 'bill', required: true, filter: 'more', width: 170 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    price: { label: '本次', is: 'fen', required: true, total: { except: { state: 3 } } },
    before: { label: '以前已出', is: 'fen', required: true },
    total: { label: '算得', is: 'fen', required: true },
    cap: { label: '上限', is: 'fen', required: true, list: false },
    state: { label: '状态', is: 'enum', of: feeStates, tones: { 1: 'good', 2: 'info', 3: 'quiet' }, derived: true, fixed: true, width: 90 },
    pieces: { label: '怎样算出', is: 'rows', of: feePieces, fixed: true, list: 'never', export: false },
    rule_version: { label: '违约金设置版本', is: 'int', required: true, list: 'never' },
    late_fee_id: { label: '违约金', is: 'ref', of: 'late_fee', required: true, filter: 'more', list: 'never', export: false },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '出账时间', is: 'datetime', fixed: true, width: 150 },
  },
  sort: ['as_of', 'desc'],
  unique: [['fee_bill_id']],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'late_fee_bill_view',
  empty: '还没有出过违约金账单',
})
