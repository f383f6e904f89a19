import { contractSignable, type Signable } from '../contract/index.ts'
import { leaseSignable } from '../lease/index.ts'

/** All that can be signed electronically. */
export const signables: readonly Signable[] = [contractSignable, leaseSignable]

/** Gives how a record that somebody is asked to sign is signed, by its resource. */
export const signableOf = (resource: string): Signable => {
  const found = signables.find((one) => one.resource === resource)
  if (!found) throw new Error(`${resource} cannot be signed`)
  return found
}
