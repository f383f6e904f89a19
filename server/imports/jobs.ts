import { defineJob } from '../jobs/defineJob.ts'
import { runImport } from './runImport.ts'

export const importJob = defineJob({ name: 'import', label: '导入文件', run: runImport })

export default [importJob]
