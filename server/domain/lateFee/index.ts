export { chargeShares } from './charge.ts'
export { ofBills } from './shares.ts'
