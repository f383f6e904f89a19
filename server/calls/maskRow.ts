import { isMaskedKind } from '../../src/core/kinds.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { maskCard, maskPhone } from '../../src/protocol/masks.ts'
import type { Row } from '../store/list.ts'

/** Gives the row with phones and card numbers masked (domain.md, People): a list never carries them in full. */
export const maskRow = (resource: CompleteResource, row: Row): Row => {
  const secret = resource.columns.filter((column) => isMaskedKind(column.is))
  if (secret.length === 0) return row
  const masked = { ...row }
  for (const { name, is } of secret) {
    const value = masked[name]
    if (typeof value === 'string') masked[name] = is === 'phone' ? maskPhone(value) : maskCard(value)
  }
  return masked
}
