export { demandsOf } from './demands.ts'
