export { isPlanned } from './inPlan.ts'
export { addPlan, letGo } from './plan.ts'
