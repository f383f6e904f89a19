import { startCall } from '../../calls/startCall.ts'
import { checkJob } from './jobs.ts'

export default [startCall({ resource: 'book_check', action: 'run', group: '月结与自检', job: checkJob })]
