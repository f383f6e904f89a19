import { MAX_ATTACHMENTS } from '../../core/attachments.ts'
import type { Field, FixedChoice } from '../../core/form.ts'
import { anId, idRange, MAX_INT } from '../../core/ids.ts'
import { isYesNo, textFacts } from '../../core/kinds.ts'
import type { Column } from '../../core/resource.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { personalNumbers } from '../../protocol/masks.ts'

const requiredMessages = ({ required, label }: Column, isList: boolean): Record<string, string> => {
  const message = typeof required === 'string' ? required : `${label}必填`
  return { required: message, ...(isList ? { minItems: message } : {}) }
}

const range = (column: { label: string; min?: number; max?: number }, min: number, max: number) => ({
  minimum: column.min ?? min,
  maximum: column.max ?? max,
})

const number = <K extends keyof typeof personalNumbers>(title: string, is: K, maxLength: number) =>
  ({ type: 'string', title, 'x-is': is, pattern: personalNumbers[is].pattern, maxLength }) as const

const fixedChoices = (of: Readonly<Record<number, string>>): FixedChoice[] =>
  Object.entries(of).map(([value, title]) => ({ const: Number(value), title }))

/** More choices than these, of which several may be taken, are not seen at once in half a dialog. */
const NARROW = 3

const shapeOf = (column: Column): Field => {
  const title = column.label
  switch (column.is) {
    case 'int':
      return { type: 'integer', title, ...range(column, 0, MAX_INT), ...(column.unit ? { 'x-unit': column.unit } : {}) }
    case 'fen':
      return { type: 'integer', title, 'x-is': 'fen', ...range(column, 0, MAX_FEN) }
    case 'decimal':
      return {
        type: 'number',
        title,
        ...range(column, 0, 9_999_999),
        'x-decimals': column.scale ?? 2,
        ...(column.unit ? { 'x-unit': column.unit } : {}),
      }
    case 'date':
      return { type: 'string', title, format: 'date', maxLength: 10, ...(column.happened ? { 'x-happened': true } : {}) }
    case 'datetime':
      return {
        type: 'integer',
        title,
        'x-is': 'datetime',
        minimum: 0,
        maximum: 32_503_651_199,
        ...(column.happened ? { 'x-happened': true } : {}),
      }
    case 'phone':
      return { ...number(title, column.is, 11), 'x-msg': { pattern: '手机号须为11位且以1开头' } }
    case 'card':
      return number(title, column.is, 18)
    case 'bank':
      return { ...number(title, column.is, 30), 'x-msg': { pattern: '银行账号须为8到30位数字' } }
    case 'enum':
      return {
        type: 'integer',
        title,
        ...(isYesNo(column.of) ? { 'x-is': 'radio' } : {}),
        oneOf: fixedChoices(column.of),
      }
    case 'enums': {
      const oneOf = fixedChoices(column.of)
      return {
        type: 'array',
        title,
        maxItems: oneOf.length,
        uniqueItems: true,
        items: { type: 'integer', oneOf },
        ...(oneOf.length > NARROW ? { 'x-wide': true } : {}),
      }
    }
    case 'ref':
      return { type: 'integer', title, 'x-is': 'ref', ...idRange }
    case 'refs':
      return {
        type: 'array',
        title,
        'x-is': 'refs',
        maxItems: 100,
        uniqueItems: true,
        items: anId,
      }
    case 'texts':
      return {
        type: 'array',
        title,
        'x-is': 'texts',
        maxItems: column.max ?? 2000,
        uniqueItems: true,
        items: { type: 'string', maxLength: 100 },
        'x-tree': column.tree,
        'x-wide': true,
      }
    case 'images':
      return {
        type: 'array',
        title,
        'x-is': 'images',
        maxItems: column.max ?? 9,
        uniqueItems: true,
        items: anId,
        'x-wide': true,
        'x-msg': { maxItems: `最多只能上传${column.max ?? 9}张` },
      }
    case 'files':
      return {
        type: 'array',
        title,
        'x-is': 'files',
        maxItems: column.max ?? MAX_ATTACHMENTS,
        uniqueItems: true,
        items: anId,
        'x-wide': true,
        'x-msg': { maxItems: `最多只能上传${column.max ?? MAX_ATTACHMENTS}个附件` },
      }
    case 'rows':
      return { type: 'array', title, 'x-is': 'rows', maxItems: 200, items: column.of, 'x-wide': true }
    case 'resource':
    case 'changes':
      // Written by the store alone: they stand in no dialog.
      return { type: 'string', title, maxLength: 60 }
    default: {
      const { is = 'text', max, checks } = column
      const { max: most, isLong } = textFacts(is)
      return {
        type: 'string',
        title,
        ...(is === 'text' ? {} : { 'x-is': is }),
        maxLength: max ?? most,
        ...(checks ? { 'x-checks': checks } : {}),
        ...(isLong ? { 'x-wide': true } : {}),
      }
    }
  }
}

/** Gives the form field of a column: what the derived dialogs show and the derived calls accept. */
export const fieldOf = (column: Column): Field => {
  const shape = shapeOf(column)
  const isFilledList = column.required !== undefined && shape.type === 'array'
  return {
    ...shape,
    // Of a list it is not enough that it is there.
    ...(isFilledList ? { minItems: 1 } : {}),
    ...(column.default === undefined ? {} : { default: column.default }),
    ...(column.help ? { description: column.help } : {}),
    ...(column.required ? { 'x-msg': { ...shape['x-msg'], ...requiredMessages(column, isFilledList) } } : {}),
  } as Field
}
