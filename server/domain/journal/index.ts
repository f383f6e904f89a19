export { checkBooks } from './bookChecks.ts'
export { chart } from './chart.ts'
export { accountPosted, BILLED, event } from './events.ts'
export { keepChecks } from './keepChecks.ts'
