import { allKinds, type DesignKind, isYesNo, type Kind, kindFacts } from '../../core/kinds.ts'
import type { Column } from '../../core/resource.ts'

/** The kinds of field that a screen made at run time can have, in the order in which the designer offers them; `code` is what its form holds. */
export const designKinds: readonly { code: number; is: DesignKind; label: string }[] = allKinds
  .flatMap((is) => {
    const { designed } = kindFacts[is]
    return designed ? [{ ...designed, is: is as DesignKind }] : []
  })
  .sort((a, b) => a.code - b.code)

/** A field that holds nothing and reads through a reference: by this number the designer's form names it. */
export const THROUGH = 16

/** A field of choices that are yes and no: by this number the designer's form names it. */
export const YES_NO = 18

/** A code that the database gives: by this number the designer's form names it. */
export const NUMBERED = 19

const isAnswer = (column: Column): boolean => column.is === 'enum' && isYesNo(column.of)

/** Gives the number by which the designer's form names what a column is. */
export const codeOfColumn = (column: Column): number =>
  column.numbered ? NUMBERED : isAnswer(column) ? YES_NO : codeOfKind(column.is ?? 'text')

/** Gives what the designer calls the kind of a column. */
export const kindLabelOf = (column: Column): string | undefined => {
  if (column.numbered) return '自动编号'
  return isAnswer(column) ? '是或否' : designKinds.find(({ is }) => is === (column.is ?? 'text'))?.label
}

const codeByKind = new Map<string, number>(designKinds.map(({ is, code }) => [is, code]))
const kindByCode = new Map<number, DesignKind>(designKinds.map(({ is, code }) => [code, is]))

/** Gives the number by which the designer's form names a kind; 0 for one that only code can declare. */
export const codeOfKind = (is: Kind): number => codeByKind.get(is) ?? 0
const SPECIAL: Readonly<Record<number, DesignKind>> = { [YES_NO]: 'enum', [NUMBERED]: 'code' }
export const kindOfCode = (code: unknown): DesignKind => SPECIAL[Number(code)] ?? kindByCode.get(Number(code)) ?? 'text'

/** Gives the codes of the kinds of which something is so. */
export const codesWhere = (isSo: (facts: (typeof kindFacts)[Kind]) => boolean): number[] =>
  designKinds.filter(({ is }) => isSo(kindFacts[is])).map(({ code }) => code)

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
