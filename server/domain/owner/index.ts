export { findOwners } from './findOwners.ts'
export { addOwnersRent, isOwners, isUnderAgency } from './ownersRent.ts'
export { unpayOf } from './settle.ts'
