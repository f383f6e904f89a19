export { billTenant } from './billTenant.ts'
