import { allKinds, type DesignKind, type Kind, kindFacts } from '../../core/kinds.ts'

/** The kinds of field that a screen made at run time can have, in the order in which the designer offers them; `code` is what its form holds. */
export const designKinds: readonly { code: number; is: DesignKind; label: string }[] = allKinds
  .flatMap((is) => {
    const { designed } = kindFacts[is]
    return designed ? [{ ...designed, is: is as DesignKind }] : []
  })
  .sort((a, b) => a.code - b.code)

/** A field that holds nothing and reads through a reference: by this number the designer's form names it. */
export const THROUGH = 16

const codeByKind = new Map<string, number>(designKinds.map(({ is, code }) => [is, code]))
const kindByCode = new Map<number, DesignKind>(designKinds.map(({ is, code }) => [code, is]))

/** Gives the number by which the designer's form names a kind; 0 for one that only code can declare. */
export const codeOfKind = (is: Kind): number => codeByKind.get(is) ?? 0
export const kindOfCode = (code: unknown): DesignKind => kindByCode.get(Number(code)) ?? 'text'

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
