import { defineResource } from '../../core/resource.ts'
import { vatParts } from '../../schemas/bill/vat.ts'
import { taxKinds } from '../../schemas/invoice/words.ts'

/** 计税明细: what each share of a bill is on the VAT side, written by the store; a target, so a row is the difference to what was before. Only ever added. */
export default defineResource({
  name: 'bill_vat',
  label: '计税明细',
  area: 'bill',
  key: 'vat_id',
  columns: {
    vat_id: { label: '编号', is: 'int', list: 'never' },
    day: { label: '记账日', is: 'date', required: true, filter: true, sort: true, width: 110 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, width: 170 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    kind: { label: '事项', is: 'enum', of: vatParts, required: true, filter: 'more', width: 80 },
    tax_kind: { label: '征免', is: 'enum', of: taxKinds, required: true, filter: true, width: 90 },
    rate: { label: '税率', is: 'decimal', scale: 2, unit: '%', required: true, width: 80 },
    gross: { label: '含税金额', is: 'fen', required: true, total: true },
    price: { label: '税额', is: 'fen', required: true, total: true },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 190 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', list: false, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['day', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '还没有计税的账单：在“发票设置”写明来源的征免与税率并保存，以后开的账单在这里',
})
