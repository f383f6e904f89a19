import { type Column, cardFacts, type Resource } from '../core/resource.ts'

const facts: Readonly<Record<(typeof cardFacts)[number], Column>> = {
  sex: { label: '性别', is: 'enum', of: { 1: '男', 2: '女' }, fixed: true, list: false, width: 70 },
  age: { label: '年龄', is: 'int', fixed: true, list: false, width: 70 },
}

/** The columns that a card number tells of (spec.md section 5), save those that the resource declares itself. */
const factsBehind = (name: string, columns: Resource['columns']): [string, Column][] =>
  cardFacts.flatMap((fact): [string, Column][] => {
    const made = `${name}_${fact}`
    const reads = `${name}.${fact}` as const
    const isDeclared = made in columns || Object.values<Column>(columns).some((column) => column.reads === reads)
    return isDeclared ? [] : [[made, { ...facts[fact], reads } as Column]]
  })

/** Gives a resource with sex and age behind each card number of its own; one that has none as it is. */
export const withCardFacts = (resource: Resource): Resource => {
  const columns: readonly [string, Column][] = Object.entries(resource.columns)
  const isCard = ({ is, via, retired }: Column): boolean => is === 'card' && !via && !retired
  if (resource.stored === false || !columns.some(([, column]) => isCard(column))) return resource
  const all = columns.flatMap(([name, column]) => [[name, column] as const, ...(isCard(column) ? factsBehind(name, resource.columns) : [])])
  return { ...resource, columns: Object.fromEntries(all) }
}
