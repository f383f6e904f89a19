import { readForm } from '../../../src/schemas/statement/statement.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { startCall } from '../../calls/startCall.ts'
import { statementJob } from './jobs.ts'
import { readStatementFile, readStatementIn } from './read.ts'

const group = '对账单'

export default [
  defineCall(
    {
      path: '/api/statement/read',
      label: '导入对账单',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: readForm,
      prepare: readStatementFile,
    },
    readStatementIn,
  ),
  startCall({ resource: 'statement_line', action: 'match', group, job: statementJob, isOfAll: true }),
]
