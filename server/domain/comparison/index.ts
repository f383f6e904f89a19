export { compareFile } from './compare.ts'
export { comparedPersons } from './persons.ts'
