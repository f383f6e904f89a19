export { billTenant } from './billTenant.ts'
export { tellDispatchers } from './tellDispatchers.ts'
