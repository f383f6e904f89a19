export { type FoundTenant, isByNumber, tenantsBy } from './findTenants.ts'
