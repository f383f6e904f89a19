import type { FormValue } from '../../../src/core/form.ts'
import { form, id, reference } from '../../../src/derive/callParams.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { readForm } from '../../../src/schemas/statement/statement.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { startCall } from '../../calls/startCall.ts'
import { foreseenTold } from '../journal/index.ts'
import { bouncedBy } from './bounce.ts'
import { statementJob } from './jobs.ts'
import { readStatementFile, readStatementIn } from './read.ts'

const group = '对账单'

/** What is typed of a transfer so far. */
const foreseeForm = form('登记前核对', {
  day: { type: 'string', title: '日期', format: 'date', maxLength: 10 },
  from_account_id: reference('转出账户'),
  price: { type: 'integer', title: '金额', 'x-is': 'fen', minimum: 1, maximum: MAX_FEN },
})

/** Gives what whoever enters a transfer should know of the books before. */
const foresee = (context: Context, { day, from_account_id, price }: FormValue<typeof foreseeForm>): Promise<Preview> =>
  foreseenTold(context, { day, taken: { own_account_id: from_account_id, price } })

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
  defineCall(
    { path: '/api/transfer/foresee', label: '登记前核对', group: '资金划转', can: '/api/transfer/add', params: foreseeForm },
    foresee,
  ),
  lookupCall(
    {
      path: '/api/statement_line/bounced',
      label: '可能退回的流水',
      group,
      key: 'f.flow_id',
      can: '/api/statement_line/bounce',
      finds: { line_id: id('对账单的行'), keyword: { type: 'string', title: '交易人', maxLength: 50 } },
    },
    bouncedBy,
  ),
  startCall({ resource: 'statement_line', action: 'match', group, job: statementJob, isOfAll: true }),
]
