import { isQuantity, isRead } from '../../core/check/checkFacts.ts'
import type { Field } from '../../core/form.ts'
import type { Fact } from '../../core/related.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { fieldChoice } from './choice.ts'
import { given, NO, YES, yesOrNo } from './kinds.ts'

const MOST = 8

/** The fields that a record can begin with, each with the number by which the form names it. */
const showable = (resource: Resource): { name: string; column: Column; number: number }[] =>
  Object.entries(resource.columns as Readonly<Record<string, Column>>).flatMap(([name, column], place) =>
    column.retired || name === resource.key || !isRead(column) ? [] : [{ name, column, number: place + 1 }],
  )

const isRed = ({ tone, over }: Fact): boolean => tone === 'bad' && over === 0

/** Gives the field of the designer's form that says what is shown first of a record. */
export const factsField = (resource: Resource): Field => ({
  type: 'array',
  title: '先显示的列',
  description: '详情的最前面、指向引用时的卡片里；不选则没有卡片',
  'x-is': 'rows',
  'x-wide': true,
  maxItems: MOST,
  items: {
    type: 'object',
    properties: {
      field: fieldChoice(showable(resource).map(({ column, number }) => ({ number, label: column.label }))),
      red: { type: 'integer', title: '大于 0 时标红', oneOf: [...yesOrNo] },
      chosen: { type: 'integer', title: '在选项旁也显示', oneOf: [...yesOrNo] },
    },
    required: ['field'],
    additionalProperties: false,
  },
})

/** Gives what that field shows; nothing where nothing is shown first. */
export const valuesOfFacts = (resource: Resource): object[] | undefined => {
  const columns = showable(resource)
  const shown = (resource.facts ?? []).flatMap((fact) => {
    const field = columns.find(({ name }) => name === fact.column)?.number
    return field === undefined ? [] : [given({ field, red: isRed(fact) ? YES : NO, chosen: fact.chosen ? YES : NO })]
  })
  return shown.length > 0 ? shown : undefined
}

/** Gives the facts that the field says; a tone that only JSON says stays. */
export const putFacts = (resource: Resource, rows: unknown): { facts?: readonly Fact[] } => {
  const columns = showable(resource)
  const facts = ((rows ?? []) as { field: number; red?: number; chosen?: number }[]).flatMap(({ field, red, chosen }): Fact[] => {
    const found = columns.find(({ number }) => number === field)
    if (!found) return []
    const before = (resource.facts as readonly Fact[] | undefined)?.find(({ column }) => column === found.name)
    const { tone, over } = before && !isRed(before) ? before : {}
    const toned = red === YES && isQuantity(found.column) ? ({ tone: 'bad', over: 0 } as const) : given({ tone, over })
    return [{ column: found.name, ...toned, ...(chosen === YES ? { chosen: true as const } : {}) }]
  })
  return facts.length > 0 ? { facts } : {}
}
