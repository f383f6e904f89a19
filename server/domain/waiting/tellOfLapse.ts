import type { RowOf } from '../../../src/core/typed.ts'
import type waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { whoMay } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { roomName } from './roomName.ts'

type Waiter = RowOf<typeof waiting>

/** Who may call the next person for a room of a project hears that one is free. */
const CODE = '/api/Waiting/call'

/** Tells those who call people up in their projects that rooms were held in vain; `held` are they while they held them, `now` as they are. */
export const tellOfLapse = async (acting: Acting, held: readonly Waiter[], now: readonly Waiter[]): Promise<void> => {
  for (const [place, { wait_id, custom_name, org_id, p_id }] of held.entries()) {
    const room = await roomName(acting.tx, org_id)
    const content = `${custom_name} 保留的 ${room} 已放开，此人回到队列：${now[place]?.reason ?? ''}。`
    await notify(acting.tx, await whoMay(acting.tx, CODE, p_id), '保留期满未选房', content, { resource: 'waiting', id: wait_id })
  }
}
