import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form, id } from '../../../src/derive/callParams.ts'
import { invoiceBillsForm, issuedFileForm, orderFileForm } from '../../../src/schemas/invoice/invoice.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { drawOrder, orderFile } from './orders.ts'
import { foresee, foreseeFlow, redLines } from './previews.ts'
import { readResults, takeResults } from './results.ts'

const group = '发票'
const { title_id, paper, line_way, amount } = invoiceBillsForm.properties

export default [
  defineCall(
    {
      path: '/api/invoice_request/foresee',
      label: '将开的发票',
      group,
      can: '/api/bill/invoice',
      params: form('将开的发票', { ...aboutSome(resourceNamed('bill')), title_id, paper, line_way, amount }, ['paper', 'line_way']),
    },
    foresee,
  ),
  defineCall(
    {
      path: '/api/invoice_request/foresee_flow',
      label: '这笔收款将开的发票',
      group,
      can: '/api/flow/invoice',
      params: form('这笔收款将开的发票', { flow_id: id('流水'), title_id, paper, line_way }, ['flow_id', 'paper', 'line_way']),
    },
    foreseeFlow,
  ),
  defineCall(
    {
      path: '/api/invoice_request/red_lines',
      label: '发票可红冲的行',
      group,
      can: '/api/invoice_request/red',
      params: form('发票可红冲的行', { invoice_id: id('发票') }, ['invoice_id']),
    },
    redLines,
  ),
  defineCall(
    {
      path: '/api/invoice_request/file',
      label: '导出开票文件',
      group,
      can: 'self',
      writes: true,
      params: orderFileForm,
      present: drawOrder,
    },
    orderFile,
  ),
  defineCall(
    {
      path: '/api/invoice_request/result',
      label: '导入开票结果',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: form('导入开票结果', { p_id: issuedFileForm.properties.p_id }),
      prepare: readResults,
    },
    takeResults,
  ),
]
