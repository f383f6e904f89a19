import type { Approval, ApprovalStep } from '../../core/approval.ts'
import type { Field, RowSchema } from '../../core/form.ts'
import type { Action, Resource } from '../../core/resource.ts'
import { stepsField } from '../../schemas/settings/approval.ts'

type Values = Readonly<Record<string, unknown>>
type Wanted = string | number | readonly (string | number)[]
type When = Readonly<Record<string, Wanted>>
/** A row of the dialog: which field, and under `is_` with its number what it is. */
type Row = Readonly<Record<string, number>>

/** The amounts by which a step may be judged, each with the number by which the form names it. */
const amountsOf = ({ columns }: Resource): { name: string; label: string; number: number }[] =>
  Object.entries(columns).flatMap(([name, column], place) =>
    column.is === 'fen' && !column.retired && !column.via ? [{ name, label: column.label, number: place + 1 }] : [],
  )

/** A field of choices, with the number by which the form names it. */
interface Choices {
  name: string
  label: string
  number: number
  options: readonly { const: number; title: string }[]
}

/** The fields that can say which records need approval: those of choices, and the state. */
const choicesOf = ({ columns, states }: Resource): Choices[] =>
  Object.entries(columns).flatMap(([name, column], place): Choices[] => {
    const choice = { name, label: column.label, number: place + 1 }
    if (name === states?.column)
      return [{ ...choice, options: Object.values(states.of).map(({ code, label }) => ({ const: code, title: label })) }]
    if (column.is !== 'enum' || column.retired || column.via) return []
    return [{ ...choice, options: Object.entries(column.of).map(([value, title]) => ({ const: Number(value), title })) }]
  })

/** True for what a condition wants of a field where its rows can show it; else it was written as JSON, and stays so. */
const isShown = ({ options }: Choices, wanted: Wanted | undefined): boolean => {
  const values = [wanted ?? []].flat()
  return (
    values.length > 0 && new Set(values).size === values.length && values.every((value) => options.some((each) => each.const === value))
  )
}

const asField = ({ number }: Choices): string => `is_${number}`

/** An approval whose steps 审批设置 has was written as JSON, and its steps stay so. */
const isSetElsewhere = (action: Action | undefined): boolean => action?.approves?.business !== undefined

const whenField = (choices: readonly Choices[]): Field =>
  ({
    type: 'array',
    title: '哪些才要审批',
    description: '同一字段写几行，是其中之一就要；写了几个字段，都符合才要。不写则都要审批；金额超过多少才要，写在步骤里',
    'x-is': 'rows',
    'x-wide': true,
    maxItems: 30,
    items: {
      type: 'object',
      properties: {
        field: {
          type: 'integer',
          title: '字段',
          oneOf: choices.map(({ number, label }) => ({ const: number, title: label })),
          'x-msg': { required: '请选择字段' },
        },
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

/** Gives the fields in which the dialog of an action asks who has to agree before it is done, and for which records. */
export const approvalFields = (resource: Resource, action: Action | undefined): Record<string, Field> => {
  const choices = choicesOf(resource).filter(({ options }) => options.length > 0)
  const when: Record<string, Field> = choices.length === 0 ? {} : { approval_when: whenField(choices) }
  if (isSetElsewhere(action)) return when
  const amounts = amountsOf(resource)
  return {
    approval: {
      ...stepsField('审批步骤'),
      description: '每一行是一步；有了审批步骤，按下按钮只是提交，最后一步同意后才办理。不写则立即办理',
    },
    ...when,
    ...(amounts.length === 0
      ? {}
      : {
          amount: {
            type: 'integer',
            title: '步骤里的金额按',
            oneOf: amounts.map(({ label, number }) => ({ const: number, title: label })),
          },
        }),
  }
}

const rowsOfWhen = (resource: Resource, when: When): Row[] => {
  const choices = choicesOf(resource)
  return Object.entries(when).flatMap(([name, wanted]) => {
    const choice = choices.find((each) => each.name === name)
    if (!choice || !isShown(choice, wanted)) return []
    return [wanted].flat().map((value): Row => ({ field: choice.number, [asField(choice)]: value as number }))
  })
}

/** Gives what those fields show of an action. */
export const approvalValues = (resource: Resource, action: Action): Values => {
  const { approves } = action
  if (!approves) return {}
  const rows = rowsOfWhen(resource, (approves.when ?? {}) as When)
  const when = rows.length > 0 ? { approval_when: rows } : {}
  if (isSetElsewhere(action)) return when
  const amount = amountsOf(resource).find(({ name }) => name === approves.amount)
  return { approval: approves.steps, ...when, amount: amount?.number }
}

/** What the rows say, each field where it stood before; what they cannot show stays. Undefined where nothing is left of it. */
const whenOf = (resource: Resource, before: When | undefined, rows: readonly Row[]): When | undefined => {
  const choices = choicesOf(resource)
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

/** Gives the approval that an action needs as those fields say, and whatever else of it was written as JSON; undefined where it needs none. */
export const approvesOf = (resource: Resource, before: Action | undefined, values: Values): Approval | undefined => {
  const then = before?.approves
  const when = whenOf(resource, then?.when as When | undefined, (values.approval_when ?? []) as readonly Row[])
  const steps = (values.approval ?? []) as readonly ApprovalStep[]
  if (!isSetElsewhere(before) && steps.length === 0) return undefined
  const amount = amountsOf(resource).find(({ number }) => number === values.amount)?.name
  const words = isSetElsewhere(before) ? { when } : { steps, when, amount }
  return Object.fromEntries(Object.entries({ ...then, ...words }).filter(([, value]) => value !== undefined)) as Approval
}
