import type { Action } from '../../core/action.ts'
import type { Approval, ApprovalStep } from '../../core/approval.ts'
import type { Condition, Field } from '../../core/form.ts'
import type { Resource } from '../../core/resource.ts'
import { stepsField } from '../../schemas/settings/approval.ts'
import { type ConditionRow, choicesOf, conditionField, conditionOf, rowsOfCondition } from './condition.ts'

type Values = Readonly<Record<string, unknown>>
/** The amounts by which a step may be judged, each with the number by which the form names it. */
const amountsOf = ({ columns }: Resource): { name: string; label: string; number: number }[] =>
  Object.entries(columns).flatMap(([name, column], place) =>
    column.is === 'fen' && !column.retired && !column.via ? [{ name, label: column.label, number: place + 1 }] : [],
  )

/** An approval whose steps 审批设置 has was written as JSON, and its steps stay so. */
const isSetElsewhere = (action: Action | undefined): boolean => action?.approves?.business !== undefined

/** Gives the fields in which the dialog of an action asks who has to agree before it is done, and for which records. */
export const approvalFields = (resource: Resource, action: Action | undefined): Record<string, Field> => {
  const choices = choicesOf(resource).filter(({ options }) => options.length > 0)
  const when: Record<string, Field> =
    choices.length === 0
      ? {}
      : {
          approval_when: conditionField(
            {
              title: '哪些才要审批',
              description: '同一字段写几行，是其中之一就要；写了几个字段，都符合才要。不写则都要审批；金额超过多少才要，写在步骤里',
            },
            choices,
          ),
        }
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

/** Gives what those fields show of an action. */
export const approvalValues = (resource: Resource, action: Action): Values => {
  const { approves } = action
  if (!approves) return {}
  const rows = rowsOfCondition(choicesOf(resource), (approves.when ?? {}) as Condition)
  const when = rows.length > 0 ? { approval_when: rows } : {}
  if (isSetElsewhere(action)) return when
  const amount = amountsOf(resource).find(({ name }) => name === approves.amount)
  return { approval: approves.steps, ...when, amount: amount?.number }
}

/** Gives the approval that an action needs as those fields say, and whatever else of it was written as JSON; undefined where it needs none. */
export const approvesOf = (resource: Resource, before: Action | undefined, values: Values): Approval | undefined => {
  const then = before?.approves
  const when = conditionOf(
    choicesOf(resource),
    then?.when as Condition | undefined,
    (values.approval_when ?? []) as readonly ConditionRow[],
  )
  const steps = (values.approval ?? []) as readonly ApprovalStep[]
  if (!isSetElsewhere(before) && steps.length === 0) return undefined
  const amount = amountsOf(resource).find(({ number }) => number === values.amount)?.name
  const words = isSetElsewhere(before) ? { when } : { steps, when, amount }
  return Object.fromEntries(Object.entries({ ...then, ...words }).filter(([, value]) => value !== undefined)) as Approval
}
