import { defineResource } from '../../core/resource.ts'
import { vatKinds } from '../../schemas/bill/vat.ts'
import { postingEvents } from '../../schemas/journal/journal.ts'

/** 进销项明细: what the VAT of months and projects is made of, a row for each line of the journal. Nothing of it is stored. */
export default defineResource({
  name: 'vat_line',
  label: '进销项明细',
  area: 'bill',
  key: 'vat_line_id',
  columns: {
    vat_line_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '记账日', is: 'date', filter: true, sort: true, width: 110 },
    kind: { label: '类别', is: 'enum', of: vatKinds, filter: true, width: 90 },
    tax: { label: '税额', is: 'fen', total: { by: 'kind' } },
    rate: { label: '税率', is: 'decimal', scale: 2, unit: '%', width: 80 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', width: 170 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', filter: 'more', width: 170 },
    invoice_number: { label: '发票号码', is: 'code', max: 20, width: 180 },
    event: { label: '事项', is: 'enum', of: postingEvents, width: 110 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 190 },
    created_by: { label: '经办人', is: 'ref', of: 'account', unset: '系统', list: false, width: 90 },
  },
  sort: ['day', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'vat_line_view',
  stored: false,
  past: 'booked',
  empty: '还没有增值税：开应税的账单，或登记可抵扣的支出流水，以后每一笔在这里',
})
