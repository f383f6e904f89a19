export { checkCompany } from './checkCompany.ts'
