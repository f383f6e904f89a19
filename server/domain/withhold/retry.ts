import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { inSet } from '../../store/reading/states.ts'
import { makeBatch } from './batch.ts'
import { ofKeys } from './candidates.ts'

interface Failed {
  batch_id: number
  kind: number | null
  bank: string
  layout: number | null
  own_account_id: number | null
  p_id: number | null
}

/** 重扣: a new draft of what is still owed among the bills of a batch that were refused or came back. Throws 409 where nothing is. */
export const retry = async (acting: Acting, { batch_id, kind, bank, own_account_id, layout, p_id }: Failed) => {
  const { rows } = await sql<{ bill_id: number }>`
    select bill_id from withhold_line where batch_id = ${batch_id} and result in (${inSet(withholdLine, 'owing')})
  `.execute(acting.tx)
  if (layout === null) throw new CallError(409, '这个批次没有文件格式，不能重扣：在“代扣账单”建批次')
  return makeBatch(acting, {
    payer: { kind: kind === 2 ? 2 : 1, bank, layout, own_account_id },
    project: p_id,
    scope: p_id === null ? acting.session.scope : [p_id],
    those: ofKeys(rows.map((row) => row.bill_id)),
    retry_of: batch_id,
  })
}
