import { defineResource } from '../../core/resource.ts'
import { billSources } from '../../schemas/common.ts'
import { taxKinds } from '../../schemas/invoice/words.ts'

/** A line of an invoice: what of a bill, at which code and rate, and for rent of which room and days (不动产经营租赁服务). Only ever added; a red one names the line that it takes back. */
export default defineResource({
  name: 'invoice_line',
  label: '发票明细',
  area: 'bill',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    invoice_id: { label: '发票', is: 'ref', of: 'invoice_request', required: true, fixed: true, filter: true, list: 'never' },
    status: {
      label: '发票状态',
      is: 'enum',
      of: { 1: '待开票', 2: '开票中', 3: '已开票', 4: '开票失败', 5: '部分红冲', 6: '已红冲', 7: '已撤回' },
      via: 'invoice_id.status',
      width: 90,
    },
    row: { label: '行', is: 'int', required: true, fixed: true, width: 60 },
    item: { label: '项目', max: 100, required: true, fixed: true, width: 140 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, fixed: true, filter: true, width: 160 },
    month: { label: '月份', is: 'code', max: 7, fixed: true, width: 90 },
    start_date: { label: '租赁期起', is: 'date', required: true, fixed: true },
    end_date: { label: '租赁期止', is: 'date', required: true, fixed: true },
    price: { label: '价税合计', is: 'fen', required: true, fixed: true, total: { except: { status: 7 } } },
    tax: { label: '税额', is: 'fen', required: true, fixed: true, total: { except: { status: 7 } } },
    tax_kind: { label: '征免', is: 'enum', of: taxKinds, required: true, fixed: true, width: 80 },
    rate: { label: '税率', is: 'decimal', scale: 2, unit: '%', required: true, fixed: true, width: 80 },
    code: { label: '税收分类编码', is: 'code', max: 19, required: true, fixed: true, list: false, width: 180 },
    from: { label: '来源', is: 'enum', of: billSources, required: true, fixed: true, list: false },
    address: { label: '不动产地址', max: 200, fixed: true, width: 220 },
    is_away: { label: '跨地市', is: 'enum', of: { 0: '否', 1: '是' }, fixed: true, width: 80 },
    deed_no: { label: '产权证号', max: 60, fixed: true, width: 180 },
    area_unit: { label: '面积单位', max: 10, fixed: true, list: false },
    red_of_line: { label: '红冲的行', is: 'ref', of: 'invoice_line', fixed: true, list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', required: true, fixed: true, list: 'never' },
  },
  sort: ['line_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
