export { findOwners } from './findOwners.ts'
export { addOwnersRent, isOwners } from './ownersRent.ts'
export { unpayOf } from './settle.ts'
