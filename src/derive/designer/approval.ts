import type { Approval, ApprovalStep } from '../../core/approval.ts'
import type { Field } from '../../core/form.ts'
import type { Action, Resource } from '../../core/resource.ts'
import { stepsField } from '../../schemas/settings/approval.ts'

type Values = Readonly<Record<string, unknown>>

/** The amounts by which a step may be judged, each with the number by which the form names it. */
const amountsOf = ({ columns }: Resource): { name: string; label: string; number: number }[] =>
  Object.entries(columns).flatMap(([name, column], place) =>
    column.is === 'fen' && !column.retired && !column.via ? [{ name, label: column.label, number: place + 1 }] : [],
  )

/** An approval whose steps 审批设置 has was written as JSON, and stays so. */
const isSetElsewhere = (action: Action | undefined): boolean => action?.approves?.business !== undefined

/** Gives the fields in which the dialog of an action asks who has to agree before it is done. */
export const approvalFields = (resource: Resource, action: Action | undefined): Record<string, Field> => {
  if (isSetElsewhere(action)) return {}
  const amounts = amountsOf(resource)
  return {
    approval: {
      ...stepsField('审批步骤'),
      description: '每一行是一步；有了审批步骤，按下按钮只是提交，最后一步同意后才办理。不写则立即办理',
    },
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
  if (!approves || isSetElsewhere(action)) return {}
  const amount = amountsOf(resource).find(({ name }) => name === approves.amount)
  return { approval: approves.steps, amount: amount?.number }
}

/** Gives the approval that an action needs as those fields say, and whatever else of it was written as JSON; undefined where it needs none. */
export const approvesOf = (resource: Resource, before: Action | undefined, values: Values): Approval | undefined => {
  if (isSetElsewhere(before)) return before?.approves
  const steps = (values.approval ?? []) as readonly ApprovalStep[]
  if (steps.length === 0) return undefined
  const amount = amountsOf(resource).find(({ number }) => number === values.amount)?.name
  const { amount: _amount, ...kept } = before?.approves ?? {}
  return { ...kept, steps, ...(amount === undefined ? {} : { amount }) }
}
