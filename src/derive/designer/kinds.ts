import type { Kind } from '../../core/kinds.ts'

/** The kinds of field that a screen made at run time can have, in the order in which the designer offers them; `code` is what its form holds. */
export const designKinds = [
  { code: 1, is: 'text', label: '文本' },
  { code: 2, is: 'note', label: '多行文本' },
  { code: 3, is: 'code', label: '编码（按开头查找）' },
  { code: 4, is: 'int', label: '整数' },
  { code: 5, is: 'decimal', label: '小数' },
  { code: 6, is: 'fen', label: '金额（元）' },
  { code: 7, is: 'date', label: '日期' },
  { code: 8, is: 'datetime', label: '日期时间' },
  { code: 9, is: 'enum', label: '选项' },
  { code: 10, is: 'ref', label: '引用另一页的记录' },
  { code: 11, is: 'refs', label: '引用多条记录' },
  { code: 12, is: 'phone', label: '手机号' },
  { code: 13, is: 'card', label: '身份证号' },
  { code: 14, is: 'images', label: '图片' },
  { code: 15, is: 'bank', label: '银行账号' },
] as const satisfies readonly { code: number; is: Kind; label: string }[]

/** A field that holds nothing and reads through a reference: by this number the designer's form names it. */
export const THROUGH = 16

export type DesignKind = (typeof designKinds)[number]['is']

const codeByKind = new Map<string, number>(designKinds.map(({ is, code }) => [is, code]))
const kindByCode = new Map<number, DesignKind>(designKinds.map(({ is, code }) => [code, is]))

/** Gives the number by which the designer's form names a kind; 0 for one that only code can declare. */
export const codeOfKind = (is: Kind): number => codeByKind.get(is) ?? 0
export const kindOfCode = (code: unknown): DesignKind => kindByCode.get(Number(code)) ?? 'text'

/** Gives the codes of some kinds. */
export const codesOf = (...kinds: readonly DesignKind[]): number[] => kinds.map(codeOfKind)

export const YES = 1
export const NO = 2
export const yesOrNo = [
  { const: YES, title: '是' },
  { const: NO, title: '否' },
] as const

/** Gives the values that are there: a form holds no undefined. */
export const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
