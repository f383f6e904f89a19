import { defineResource } from '../../core/resource.ts'
import { settleKinds } from '../../schemas/common.ts'

/** What a settlement is made of, line by line (look.md: click a sum): what goes to the tenant is above zero, what he owes below; what others had paid for later time stays theirs, and is in no sum. */
export default defineResource({
  name: 'settle_line',
  label: '结算明细',
  log: false,
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    surrender_id: { label: '退租', is: 'ref', of: 'surrender', required: true, filter: true, list: 'never' },
    kind: {
      label: '款项',
      is: 'enum',
      of: settleKinds,
      tones: { 1: 'good', 2: 'good', 3: 'bad', 4: 'bad', 5: 'bad', 6: 'good', 7: 'quiet' },
      required: true,
    },
    words: { label: '说明', is: 'text', spoken: true, max: 200, width: 320 },
    price: { label: '金额', is: 'fen', required: true, total: { except: { kind: 7 } } },
    bill_id: { label: '账单', is: 'ref', of: 'bill', width: 160 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['line_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
