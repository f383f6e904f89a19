import { defineResource } from '../../core/resource.ts'
import { taxKinds } from '../../schemas/invoice/words.ts'

/** 增值税: what was billed of each project in a month, by rate, less what was void, cut short or reduced in it. Nothing of it is stored. */
export default defineResource({
  name: 'vat',
  label: '增值税',
  area: 'bill',
  key: 'vat_id',
  columns: {
    vat_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 100 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 220 },
    tax_kind: { label: '征免', is: 'enum', of: taxKinds, filter: true, width: 90 },
    rate: { label: '税率', is: 'decimal', scale: 2, unit: '%', width: 90 },
    gross: { label: '含税金额', is: 'fen', total: true },
    net: { label: '不含税金额', is: 'fen', total: true },
    tax: { label: '税额', is: 'fen', total: true },
  },
  sort: ['month', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'vat_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有计税的账单：在“发票设置”写明来源的征免与税率并保存，以后开的账单按记账的月份在这里',
})
