import type { RowOf } from '../../../src/core/typed.ts'
import type material from '../../../src/resources/application/material.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { whoDealsWith } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { isInquired } from './inquiries.ts'

type Lapsed = Pick<RowOf<typeof material>, 'apply_id' | 'name' | 'p_id'>

/** Tells whoever passed the application (or, where he has left, those who take papers in its project) of a paper that was put off and has not come: the application has been passed without it, and nobody would look at it again. Of one that came to nothing, nobody hears. */
export const tellOfPaper = async (acting: Acting, paper: Lapsed): Promise<void> => {
  const { tx } = acting
  const { apply_id, name, p_id } = paper
  if (!(await isInquired(tx, apply_id))) return
  const application = await tx
    .selectFrom('qualification')
    .select(['custom_name', 'checked_by'])
    .where('apply_id', '=', apply_id)
    .executeTakeFirstOrThrow()
  const content = `${application.custom_name} 的“${name}”容缺到期，还没有补交，请处理。`
  const concerned = await whoDealsWith(tx, application.checked_by, '/api/material/hand', p_id)
  await notify(tx, concerned, '容缺到期未补交', content, { resource: 'qualification', id: apply_id })
}
