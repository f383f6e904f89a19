import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams, form, id, reference } from '../../../src/derive/callParams.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import { batchForm, foreseeForm } from '../../../src/schemas/withhold/withhold.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'
import { mayBring } from './arrival.ts'
import { batchOfChosen, batchOfFilter, foresee } from './batch.ts'
import { drawFiles } from './draw.ts'
import { readResult, takeResult } from './result.ts'
import { foreseeSending, send } from './send.ts'

const group = '代扣'
const bills = resourceNamed('billWithhold')
const pick = bills.actions.find(({ name }) => name === 'pick')
if (!pick) throw new Error('billWithhold has no action pick')

/** A batch as its caller has seen it. */
const seenBatch = (title: string) => form(title, { batch_id: id('批次'), version: reference('版本') }, ['batch_id'])
/** A batch alone. */
const batch = (title: string) => form(title, { batch_id: id('批次') }, ['batch_id'])

export default [
  defineCall({ path: '/api/withhold/foresee', label: '将建的批次', group, can: '/api/withhold/batch', params: foreseeForm }, foresee),
  defineCall({ path: '/api/withhold/batch', label: '建批次', group, can: 'self', writes: true, params: batchForm }, batchOfFilter),
  defineCall(
    { path: '/api/withhold/pick', label: pick.label, group, can: 'self', writes: true, params: actionParams(bills, pick) },
    (context, asked) => batchOfChosen(context, asked as unknown as Parameters<typeof batchOfChosen>[1]),
  ),
  lookupCall(
    {
      path: '/api/withhold/accounts',
      label: '代扣的收款账户',
      group,
      key: 'own_account_id',
      can: ['/api/withhold/batch', '/api/withhold/pick'],
    },
    async ({ tx }, _params, { chosen, isNaming, part }) => {
      const { rows } = await sql`
        select own_account_id, name from own_account where ${chosen} and (${isNaming} or retired = 0 and debit_layout is not null) order by own_account_id ${part}
      `.execute(tx)
      return rows
    },
  ),
  defineCall(
    { path: '/api/withhold/sending', label: '将导出的代扣文件', group, can: '/api/withhold/file', params: batch('将导出的代扣文件') },
    foreseeSending,
  ),
  defineCall(
    {
      path: '/api/withhold/file',
      label: '导出代扣文件',
      group,
      can: 'self',
      writes: true,
      params: seenBatch('导出代扣文件'),
      present: drawFiles,
    },
    send,
  ),
  defineCall(
    {
      path: '/api/withhold/result',
      label: '导入回盘',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: seenBatch('导入回盘'),
      prepare: readResult,
    },
    takeResult,
  ),
  lookupCall(
    { path: '/api/withhold/awaiting', label: '待到账的代扣批次', group, key: 'w.batch_id', can: '/api/statement_line/transfer' },
    async ({ tx, session }, _params, { chosen, isNaming, part }) => {
      const { rows } = await sql<{ batch_id: number; sn: string; in_transit: number }>`
        select w.batch_id, w.sn, w.in_transit from withhold_view w
        where ${chosen} and (${isNaming} or w.status in (${inSet(withhold, 'judged')}) and w.in_transit <> 0) and ${inScope(session.scope, 'w.p_id')}
        order by w.batch_id desc ${part}
      `.execute(tx)
      return rows.map(({ in_transit, ...row }) => ({ ...row, said: `在途 ¥${fenToYuan(in_transit)}` }))
    },
  ),
  lookupCall(
    {
      path: '/api/withhold/transfers',
      label: '代扣到账的资金划转',
      group,
      key: 't.transfer_id',
      can: '/api/withhold/arrive',
      finds: { batch_id: id('批次') },
    },
    async ({ tx, session }, _params, { chosen, isNaming, part }) => {
      const { rows } = await sql<{ transfer_id: number; number: string; day: string; price: number }>`
        select t.transfer_id, t.number, t.day, t.price from transfer t
        where ${chosen} and (${isNaming} or ${mayBring}) and ${inScope(session.scope, 't.p_id')} order by t.day desc, t.transfer_id desc ${part}
      `.execute(tx)
      return rows.map(({ day, price, ...row }) => ({ ...row, said: `${day} ¥${fenToYuan(price)}` }))
    },
  ),
]
