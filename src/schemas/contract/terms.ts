import type { Field } from '../../core/form.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices } from '../common.ts'

/** How rent is counted, and when it is paid (domain.md, Money): words of contracts and of what an operator begins them with. */
export const rentModes = { 1: '自然月', 2: '对月', 3: '按日' } as const
export const cycles = { 1: '月付', 2: '两月付', 3: '季付', 6: '半年付', 12: '年付' } as const
export const firstParts = { 1: '单独收', 2: '并入首个整期' } as const
export const dueWays = { 1: '周期开始前', 2: '周期开始后', 3: '每月固定日' } as const
export const contractOrigins = { 1: '新签', 2: '续签', 3: '换房', 4: '导入' } as const
/** Who pays the deposit, and gets it back: whoever rents, or the employer of the tenant. */
export const depositPayers = { 1: '承租方', 2: '所在企业' } as const
/** What became of a line that holds from a day on: another of the same day corrects it. */
export const termStates = { 1: '有效', 2: '已更正' } as const
export const signWays = { 1: '短信签', 2: '线下签', 3: '手写签', 4: '签署服务' } as const
/** What of the rent the tenant pays himself, in percent (spec.md section 5). */
export const tenantRatios = [100, 70, 50, 30] as const

/** The most that a household may rent in all, in months: no operator's cap is longer. */
export const MAX_TERM = 240

export const days = (title: string, most: number, required: string) =>
  ({
    type: 'integer',
    title,
    minimum: 0,
    maximum: most,
    'x-unit': '天',
    'x-msg': { required, minimum: `${title}须为0至${most}`, maximum: `${title}须为0至${most}`, type: `${title}须为整数` },
  }) as const satisfies Field

export const months = (title: string, most: number) =>
  ({
    type: 'integer',
    title,
    minimum: 1,
    maximum: most,
    'x-unit': '个月',
    'x-msg': {
      required: `${title}必填`,
      minimum: `${title}须为1至${most}`,
      maximum: `${title}须为1至${most}`,
      type: `${title}须为整数`,
    },
  }) as const satisfies Field

export const aDate = (title: string, required: string) =>
  ({ type: 'string', title, format: 'date', maxLength: 10, 'x-msg': { required } }) as const satisfies Field

export const fen = (title: string, least: number) =>
  ({
    type: 'integer',
    title,
    'x-is': 'fen',
    minimum: least,
    maximum: MAX_FEN,
    'x-msg': {
      required: `${title}必填`,
      minimum: least > 0 ? `${title}须大于0` : `${title}不能小于0`,
    },
  }) as const satisfies Field

/** How the rent of a contract is counted and paid. */
export const payingFields = {
  mode: { type: 'integer', title: '计租方式', oneOf: choices(rentModes), 'x-msg': { required: '计租方式必填' } },
  cycle: { type: 'integer', title: '付款周期', oneOf: choices(cycles), 'x-msg': { required: '付款周期必填' } },
  first_part: {
    type: 'integer',
    title: '首期不足整月',
    oneOf: choices(firstParts),
    'x-when': { mode: [1, 3] },
    'x-msg': { required: '首期怎样收必填' },
  },
  due_way: { type: 'integer', title: '应付日', oneOf: choices(dueWays), 'x-msg': { required: '应付日必填' } },
  due_days: {
    type: 'integer',
    title: '几天（几日）',
    minimum: 0,
    maximum: 31,
    'x-msg': { required: '应付日的天数必填', minimum: '须为0至31', maximum: '须为0至31', type: '须为整数' },
  },
} as const

/** 已收过款的周期: what becomes of them where other terms hold from a day within one. */
export const paidPeriods = {
  type: 'integer',
  title: '已收过款的周期',
  description: '补差：少收的补收（账单恢复未付），多收的退回预收，台账、收入、税额随之更正',
  'x-is': 'radio',
  oneOf: [
    { const: 1, title: '不改' },
    { const: 2, title: '补差' },
  ],
  default: 1,
} as const satisfies Field
