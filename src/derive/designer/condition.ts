import { checkAskedWords } from '../../core/check/checkAsked.ts'
import type { Condition, Field, RowSchema } from '../../core/form.ts'
import type { Resource } from '../../core/resource.ts'
import { fieldChoice } from './choice.ts'

type Wanted = Condition[string]
/** A row of the dialog: which field, and under `is_` with its number what it is. */
export type ConditionRow = Readonly<Record<string, number>>

/** A field of choices, with the number by which the form names it. */
export interface Choices {
  name: string
  label: string
  number: number
  options: readonly { const: number; title: string }[]
}

/** Gives the fields by which a condition can be said: those of choices, and the state. */
export const choicesOf = ({ columns, states }: Resource): Choices[] =>
  Object.entries(columns).flatMap(([name, column], place): Choices[] => {
    const choice = { name, label: column.label, number: place + 1 }
    if (name === states?.column)
      return [{ ...choice, options: Object.values(states.of).map(({ code, label }) => ({ const: code, title: label })) }]
    if (column.is !== 'enum' || column.retired || column.via) return []
    return [{ ...choice, options: Object.entries(column.of).map(([value, title]) => ({ const: Number(value), title })) }]
  })

/** Gives the fields of choices on which it can depend whether another is filled in: those that are filled in themselves. `name` is that other's. */
export const choicesBeside = (resource: Resource, name: string | null): Choices[] =>
  choicesOf(resource).filter(
    (choice) =>
      choice.name !== name &&
      choice.name !== resource.states?.column &&
      choice.options.length > 0 &&
      resource.form?.includes(choice.name) === true,
  )

/** True for what a condition wants of a field where its rows can show it; else it was written as JSON, and stays so. */
const isShown = ({ options }: Choices, wanted: Wanted | undefined): boolean => {
  const values = [wanted ?? []].flat()
  return (
    values.length > 0 && new Set(values).size === values.length && values.every((value) => options.some((each) => each.const === value))
  )
}

const asField = ({ number }: Choices): string => `is_${number}`

/** Gives a field whose rows say a condition, by these choices. */
export const conditionField = (words: { title: string; description: string }, choices: readonly Choices[]): Field =>
  ({
    type: 'array',
    ...words,
    'x-is': 'rows',
    'x-wide': true,
    maxItems: 30,
    items: {
      type: 'object',
      properties: {
        field: fieldChoice(choices),
        ...Object.fromEntries(
          choices.map((choice) => [
            asField(choice),
            {
              type: 'integer',
              title: '为',
              oneOf: choice.options,
              'x-when': { field: choice.number },
              'x-msg': { required: '请选择为哪个' },
            },
          ]),
        ),
      },
      required: ['field', ...choices.map(asField)],
      additionalProperties: false,
    } as RowSchema,
  }) as Field

/** Gives the rows that show a condition; what they cannot show is not among them. */
export const rowsOfCondition = (choices: readonly Choices[], when: Condition): ConditionRow[] =>
  Object.entries(when).flatMap(([name, wanted]) => {
    const choice = choices.find((each) => each.name === name)
    if (!choice || !isShown(choice, wanted)) return []
    return [wanted].flat().map((value): ConditionRow => ({ field: choice.number, [asField(choice)]: value as number }))
  })

/** Gives what the rows say, each field where it stood before; what they cannot show stays. Undefined where nothing is left of it. */
export const conditionOf = (
  choices: readonly Choices[],
  before: Condition | undefined,
  rows: readonly ConditionRow[],
): Condition | undefined => {
  const said = new Map<string, number[]>()
  for (const row of rows) {
    const choice = choices.find(({ number }) => number === row.field)
    const value = choice && row[asField(choice)]
    if (choice && value !== undefined) said.set(choice.name, [...new Set([...(said.get(choice.name) ?? []), value])])
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...said.keys()])]
  const entries = names.flatMap((name): [string, Wanted][] => {
    const [then, values] = [before?.[name], said.get(name)]
    const choice = choices.find((each) => each.name === name)
    if (!values) return then === undefined || (choice && isShown(choice, then)) ? [] : [[name, then]]
    if (then !== undefined && [then].flat().join() === values.join()) return [[name, then]]
    return [[name, values.length === 1 ? (values[0] as number) : values]]
  })
  return entries.length > 0 || (before && Object.keys(before).length === 0) ? Object.fromEntries(entries) : undefined
}

/** Gives the labels of the fields that nobody could fill in rightly as the declaration stands: a change that makes one so is refused. */
export const brokenConditions = (made: Resource): string[] => {
  const found = new Set<string>()
  checkAskedWords(made, (_id, at) => found.add(at.split('.')[1] ?? ''))
  return [...found].map((name) => made.columns[name]?.label ?? name)
}
