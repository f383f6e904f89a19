import { CallError } from '../../../src/core/errors.ts'
import type { RowSchema } from '../../../src/core/form.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { resources } from '../../../src/declared/declared.ts'
import { canName, type Naming, namedIn, names } from '../../../src/derive/forms/namedIn.ts'
import { stepsField } from '../../../src/schemas/settings/approval.ts'
import type { Tx } from '../../store/connection/database.ts'
import { defineNaming, missingNamed } from '../../store/writing/named.ts'
import { readPublished } from './declared.ts'

const form: RowSchema = { type: 'object', properties: { steps: stepsField('审批步骤') }, additionalProperties: false }

const namedBySteps = ({ actions }: Resource): { label: string; namings: Naming[] }[] =>
  Object.values(actions ?? {}).map(({ label, approves }) => ({ label, namings: namedIn(form, { steps: approves?.steps }, resources) }))

/** Throws 400 where a page's approvals would ask a role or an account that is not there; those that they ask stay until the transaction ends. */
export const holdAsked = async (tx: Tx, page: Resource): Promise<void> => {
  for (const { label, namings } of namedBySteps(page)) {
    const missing = await missingNamed(tx, namings)
    if (missing) throw new CallError(400, `“${label}”的审批步骤里，所选的角色或账号不存在或已被删除`, { field: missing.field })
  }
}

defineNaming(async (db, target, keys) => {
  if (!canName(form, target, resources)) return undefined
  const { screens } = await readPublished(db)
  return screens.find((page) => namedBySteps(page).some(({ namings }) => names(namings, target, keys)))?.label
})
