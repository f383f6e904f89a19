export { billTenant } from './billTenant.ts'
export { settleRoom } from './settleRoom.ts'
export { tellDispatchers } from './tellDispatchers.ts'
