import { defineJob } from '../jobs/defineJob.ts'
import { PRINT, runPrint } from './printJob.ts'

export const printJob = defineJob({ name: PRINT, label: '打印成册', run: runPrint })

export default [printJob]
