export { type FoundTenant, isByNumber, peopleBy, tenantsBy } from './findTenants.ts'
