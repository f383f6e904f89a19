export { dropReport, keepReport } from './monthReport.ts'
