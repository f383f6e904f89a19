export { addPlan, letGo } from './plan.ts'
