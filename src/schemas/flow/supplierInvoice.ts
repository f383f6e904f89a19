import { MAX_FEN } from '../../protocol/fen.ts'
import { choices } from '../common.ts'

/** Whether the VAT of a supplier's invoice is deducted. */
export const deductibles = { 1: '是', 2: '否' } as const

/** Of which money a supplier's invoice is: an expense item's, or a meter item's that the operator resells. */
const ofExpense = { type: 2, from: [2, 4] } as const

/** A supplier's invoice that an expense carries (docs/decisions/052-vat.md). */
export const supplierInvoice = {
  invoice_number: {
    type: 'string',
    title: '发票号码',
    description: '数电发票20位，以前的纸质、电子发票8位；同一张只登记一次，分几次付款的登记在其中一笔上',
    maxLength: 20,
    pattern: '^(\\d{8}|\\d{20})$',
    'x-section': '取得的发票',
    'x-when': ofExpense,
    'x-required': { deductible: 1 },
    'x-msg': { required: '可抵扣的须填发票号码', pattern: '发票号码为20位（数电发票）或8位数字' },
  },
  input_tax: {
    type: 'integer',
    title: '进项税额',
    description: '发票上的税额，已含在金额里',
    'x-is': 'fen',
    minimum: 0,
    maximum: MAX_FEN,
    'x-when': ofExpense,
    'x-required': { deductible: 1 },
    'x-msg': { required: '可抵扣的须填进项税额', minimum: '进项税额不能小于0' },
  },
  deductible: {
    type: 'integer',
    title: '可抵扣',
    description:
      '只有专用发票才选“是”；为免税、简易计税的租金买的，招待、福利用的，替业主付的（代理的房间），都不能抵扣，税额算在费用里。不清楚的选“否”',
    oneOf: choices(deductibles),
    'x-is': 'radio',
    'x-wide': true,
    default: 2,
    'x-when': ofExpense,
  },
} as const
