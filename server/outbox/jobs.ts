import { defineJob } from '../jobs/defineJob.ts'
import { sendDue } from './sendDue.ts'

export default [defineJob({ name: 'send_outbox', label: '发送发件箱', every: 10, run: sendDue })]
