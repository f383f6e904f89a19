import { debtsOf, monthsPaidOf } from '../bill/index.ts'

export default [debtsOf('company'), monthsPaidOf('company')]
