export { findOwners } from './findOwners.ts'
