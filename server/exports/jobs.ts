import { defineJob } from '../jobs/defineJob.ts'
import { runExport } from './runExport.ts'

export const exportJob = defineJob({ name: 'export', label: '导出文件', run: runExport })

export default [exportJob]
