import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { form, id, version } from '../../../src/derive/callParams.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import closing from '../../../src/resources/closing/closing.ts'
import { closeItems, vouchersForm } from '../../../src/schemas/closing/closing.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { startCall } from '../../calls/startCall.ts'
import { inSet } from '../../store/reading/states.ts'
import { checkIsOfAll } from './checkIsOfAll.ts'
import { itemsLeft } from './itemsLeft.ts'
import { recogniseJob, undoneJob } from './jobs.ts'
import { vouchersFile } from './vouchers.ts'

/** Gives what is still undone before a month is closed, and which months are closed with it. 404 for a month that is not there, 403 for a person of some projects alone. */
const checkMonth = async ({ tx, session }: Context, { closing_id }: { closing_id: number }): Promise<Preview> => {
  checkIsOfAll(session)
  const { rows } = await sql<{ month: string; first: string }>`
    select c.month, (select min(o.month) from closing o where o.status in (${inSet(closing, 'unsealed')})) as first from closing c where c.closing_id = ${closing_id}
  `.execute(tx)
  const [asked] = rows
  if (!asked) throw new CallError(404)
  const left = await itemsLeft(tx, asked.month)
  return {
    facts: [{ label: '结账月份', value: asked.first < asked.month ? `${asked.first} 至 ${asked.month}` : asked.month }],
    ...(left.length === 0
      ? { said: '没有未清事项' }
      : {
          table: {
            heads: ['未清事项', '件数', '金额'],
            words: [0],
            amounts: 1,
            rows: left.map(({ item, count, price }) => [closeItems[item], String(count), price === null ? '' : `¥${fenToYuan(price)}`]),
          },
          said:
            asked.first < asked.month
              ? `“未清事项”里逐条列的是 ${asked.first} 的，以后各月的结了它才列；写明为什么留到下月，就可以一起结账`
              : '逐条见“未清事项”（先点“重新检查”）；写明为什么留到下月，就可以结账',
        }),
  }
}

export default [
  defineCall(
    {
      path: '/api/closing/check',
      label: '月结检查',
      group: '月结与自检',
      can: '/api/closing/close',
      params: form('月结检查', { closing_id: id('月结') }, ['closing_id']),
    },
    checkMonth,
  ),
  defineCall(
    {
      path: '/api/closing/vouchers',
      label: '导出凭证',
      group: '月结与自检',
      can: 'self',
      writes: true,
      params: form('导出凭证', { closing_id: id('月结'), ...vouchersForm.properties, version }, ['closing_id', 'software', 'sums_by']),
    },
    vouchersFile,
  ),
  startCall({ resource: 'recognition', action: 'start', group: '月结与自检', job: recogniseJob, isOfAll: true }),
  startCall({ resource: 'close_item', action: 'run', group: '月结与自检', job: undoneJob, isOfAll: true }),
]
