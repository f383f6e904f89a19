import { debtsOf, monthsPaidOf } from '../bill/index.ts'

export default [debtsOf('lessee'), monthsPaidOf('lessee')]
