export { keepReckoning } from './keepReckoning.ts'
export type { Surrendered } from './reckoning.ts'
