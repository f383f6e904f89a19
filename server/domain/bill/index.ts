export { checkSource } from './checkSource.ts'
