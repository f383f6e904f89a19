import { defineForm, type Field } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason } from '../common.ts'
import { fileProject, layoutFile } from '../layoutFile.ts'
import { invoicePapers, lineWays, redReasons } from './words.ts'

const asked = {
  title_id: {
    type: 'integer',
    title: '开票抬头',
    'x-is': 'ref',
    ...idRange,
    description: '不选：用付款方的默认抬头；没有登记的，租客按姓名、企业按名称与信用代码',
    'x-lookup': { call: '/api/invoice_title/choose', value: 'title_id', label: ['name', 'tax_no'], search: 'keyword', anyProject: true },
  },
  paper: {
    type: 'integer',
    title: '票种',
    'x-is': 'radio',
    oneOf: choices(invoicePapers),
    default: 1,
    'x-msg': { required: '请选择票种' },
  },
  line_way: { type: 'integer', title: '明细', 'x-is': 'radio', oneOf: choices(lineWays), default: 1, 'x-msg': { required: '请选择明细' } },
  amount: {
    type: 'integer',
    title: '只开其中',
    'x-is': 'fen',
    minimum: 1,
    maximum: MAX_FEN,
    description: '一张账单时可以只开一部分（如租客、单位各开各的），从最早的月份起；不填就是还没有开的；几方承担的账单，是抬头那一方承担的',
    'x-msg': { minimum: '金额须大于0' },
  },
  note: { type: 'string', title: '发票备注', 'x-is': 'note', 'x-wide': true, maxLength: 200 },
} as const satisfies Record<string, Field>

/** 开票: what of bills is not invoiced. */
export const invoiceBillsForm = defineForm({
  title: '开票申请',
  description: '开的是还没有开票的部分；账单作废、押金不能开。申请有不断号的申请号，发票号码由税务给。',
  'x-size': 'wide',
  type: 'object',
  properties: asked,
  required: ['paper', 'line_way'],
  additionalProperties: false,
  'x-preview': {
    call: '/api/invoice_request/foresee',
    shows: '将开的发票',
    of: ['paper', 'line_way'],
    also: ['title_id', 'amount'],
    many: true,
  },
})

/** 开票 of money that came in: of the bills that it settled, at most as much. */
export const invoiceFlowForm = defineForm({
  title: '开票申请',
  description:
    '这笔收款核销的账单，各开它核销的金额中还没有开票的部分；是几个项目的，每个项目一张。申请有不断号的申请号，发票号码由税务给。',
  'x-size': 'wide',
  type: 'object',
  properties: { title_id: asked.title_id, paper: asked.paper, line_way: asked.line_way, note: asked.note },
  required: ['paper', 'line_way'],
  additionalProperties: false,
  'x-preview': { call: '/api/invoice_request/foresee_flow', shows: '将开的发票', of: ['paper', 'line_way'], also: ['title_id'] },
})

/** 导出开票文件. */
export const orderFileForm = defineForm({
  title: '导出开票文件',
  description:
    '给电子税务局“批量开票”用的文件（CSV，一行一条明细；列按通行的批量导入模板，属行业知识，首次导入请对一次列，按当地模板粘贴）。导出后申请转为“开票中”，可以再次下载。开好以后导入结果，或逐张登记发票号码。',
  type: 'object',
  properties: {
    again: {
      type: 'integer',
      title: '导出哪些',
      'x-is': 'radio',
      oneOf: [
        { const: 0, title: '待开票的' },
        { const: 1, title: '开票中的（再次下载）' },
      ],
      default: 0,
      'x-msg': { required: '请选择导出哪些' },
    },
    p_id: fileProject,
  },
  required: ['again'],
  additionalProperties: false,
})

/** 导入开票结果. */
export const issuedFileForm = defineForm({
  title: '导入开票结果',
  description:
    '文件（CSV，有表头）里是：申请号、发票号码、开票日期、价税合计；没有开成的写失败原因，不写号码。与申请逐行核对：有一行不对，就一行也不导入，并说明第几行为什么；同一张再来一次，号码相同的不变。',
  type: 'object',
  properties: { file: layoutFile, p_id: fileProject },
  required: ['file'],
  additionalProperties: false,
})

/** 登记发票号码. */
export const enterNumberForm = defineForm({
  title: '登记发票号码',
  description: '电子税务局开好以后，把票面上的号码与日期登记在这里；登记后不能改，开错了请红冲。',
  type: 'object',
  properties: {
    number: {
      type: 'string',
      title: '发票号码',
      'x-is': 'code',
      maxLength: 20,
      pattern: '^\\d{20}$',
      'x-msg': { required: '发票号码必填', pattern: '数电发票号码为20位数字' },
    },
    issued_on: {
      type: 'string',
      title: '开票日期',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '开票日期必填' },
    },
  },
  required: ['number', 'issued_on'],
  additionalProperties: false,
})

/** 开票失败. */
export const failForm = defineForm({
  title: '登记开票失败',
  description: '税务退回、没有开成的：写明原因，改好以后“重新申请”。',
  type: 'object',
  properties: { fail_reason: reason('失败原因', '失败原因必填') },
  required: ['fail_reason'],
  additionalProperties: false,
})

/** 红冲: by line and amount. */
export const redForm = defineForm({
  title: '红冲发票',
  description: '发票不作废，只红冲：生成一张红字申请，同样送到税务；红字开好以后，账单可以重新开票。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    red_reason: { type: 'integer', title: '红冲原因', oneOf: choices(redReasons), 'x-msg': { required: '请选择红冲原因' } },
    whole: {
      type: 'integer',
      title: '红冲多少',
      'x-is': 'radio',
      oneOf: [
        { const: 1, title: '剩下的全部' },
        { const: 2, title: '按行' },
      ],
      default: 1,
      'x-msg': { required: '请选择红冲多少' },
    },
    lines: {
      type: 'array',
      title: '行与金额',
      'x-is': 'rows',
      'x-wide': true,
      'x-when': { whole: 2 },
      'x-required': { whole: 2 },
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          row: { type: 'integer', title: '第几行', minimum: 1, maximum: 1000 },
          price: { type: 'integer', title: '红冲金额', 'x-is': 'fen', minimum: 1, maximum: MAX_FEN },
        },
        required: ['row', 'price'],
        additionalProperties: false,
      },
      'x-msg': { required: '请写第几行、红冲多少' },
    },
    note: { type: 'string', title: '备注', 'x-is': 'note', 'x-wide': true, maxLength: 200 },
  },
  required: ['red_reason', 'whole'],
  additionalProperties: false,
  'x-preview': { call: '/api/invoice_request/red_lines', shows: '发票的行', of: [] },
})
