export { keepItems } from './itemsLeft.ts'
export { recognise } from './recognise.ts'
export { sealOf } from './sealMonth.ts'
