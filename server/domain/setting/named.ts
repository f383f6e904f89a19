import { CallError } from '../../../src/core/errors.ts'
import type { Setting } from '../../../src/core/setting.ts'
import { resources } from '../../../src/declared/declared.ts'
import { settings } from '../../../src/declared/settings.ts'
import { canName, namedIn, names } from '../../../src/derive/forms/namedIn.ts'
import type { Tx } from '../../store/connection/database.ts'
import { defineNaming, missingNamed } from '../../store/writing/named.ts'
import { NAMES_NOTHING } from '../../store/writing/problems.ts'
import { readStanding, type Values, valuesOf } from './versions.ts'

/** Throws 400, with the field, where a setting would name what is not there; what it names stays until the transaction ends. */
export const holdNamedBy = async (tx: Tx, { form }: Setting, values: Values): Promise<void> => {
  const missing = await missingNamed(tx, namedIn(form, values, resources))
  if (missing) throw new CallError(400, NAMES_NOTHING, { field: missing.field })
}

defineNaming(async (db, target, keys) => {
  for (const setting of settings) {
    if (!canName(setting.form, target, resources)) continue
    const standing = await readStanding(db, setting)
    if (standing.some((content) => names(namedIn(setting.form, valuesOf(setting.form, content), resources), target, keys)))
      return setting.label
  }
  return undefined
})
