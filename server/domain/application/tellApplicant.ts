import { randomUUID } from 'node:crypto'
import type { RowOf } from '../../../src/core/typed.ts'
import type qualification from '../../../src/resources/application/qualification.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { siteOf } from '../netSign/index.ts'

/** Tells somebody who has applied by telephone what has become of it, and where to look; who was registered at the counter is told there. */
export const tellApplicant = async (
  { tx, now }: Acting,
  { apply_id, source }: Pick<RowOf<typeof qualification>, 'apply_id' | 'source'>,
  title: string,
  words: string,
): Promise<void> => {
  if (source !== 2) return
  const site = await siteOf(tx)
  const content = site === '' ? words : `${words}查看：${site}/t/apply`
  const data = { title, content, resource: 'qualification', apply_id }
  await addOutbound(tx, [
    {
      channel: 2,
      receiver: null,
      subject: title,
      content: JSON.stringify({ type: 'apply.decided', timestamp: new Date(now * 1000).toISOString(), data }),
      once: `application.${apply_id}.${randomUUID()}`,
      resource: 'qualification',
      recordId: apply_id,
      dials: 'phone',
    },
  ])
}
