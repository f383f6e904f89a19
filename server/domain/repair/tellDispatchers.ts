import type { RowOf } from '../../../src/core/typed.ts'
import type repair from '../../../src/resources/repair/repair.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { whoMay } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { readSetting } from '../setting/index.ts'

type About = Pick<RowOf<typeof repair>, 'repair_id' | 'p_id' | 'handler'>

/** Tells whoever may send somebody, in the order's project, what a tenant says; where 报修设置 has it so, or nobody else hears of it (`isUrged`). Whoever goes there is told by others. */
export const tellDispatchers = async (
  { tx }: Acting,
  { repair_id, p_id, handler }: About,
  title: string,
  content: string,
  isUrged = false,
): Promise<void> => {
  const { repair_tell } = await readSetting(tx, repairSetting)
  if (repair_tell !== 1 && !isUrged) return
  const people = await whoMay(tx, '/api/repair/dispatch', p_id)
  await notify(
    tx,
    people.filter((one) => one !== handler),
    title,
    content,
    { resource: 'repair', id: repair_id },
  )
}
