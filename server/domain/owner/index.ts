export { findOwners } from './findOwners.ts'
export { addOwnersRent } from './ownersRent.ts'
export { unpayOf } from './settle.ts'
