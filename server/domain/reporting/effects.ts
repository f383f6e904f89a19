import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import tenantPhone from '../../../src/resources/repair/tenantPhone.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { operatorName } from '../system/index.ts'
import { checkOpen, endStanding, pageAddress } from '../telephone/index.ts'
import { repairDoor } from './door.ts'

/** What becomes of a telephone that nobody comes with any more. */
const phones = defineEffects(tenantPhone, {
  lapse: {
    after: async ({ tx }, rows) => {
      for (const { phone_id } of rows) await endStanding(tx, repairDoor, phone_id)
      return { count: rows.length }
    },
  },
})

/** How tenants learn of the page: the message holds no secret, since whoever opens it shows whose the number is. */
const contracts = defineEffects(contract, {
  sendRepair: {
    check: ({ tx }) => checkOpen(tx, repairDoor),
    after: async ({ tx, now }, rows) => {
      const url = await pageAddress(tx, 'repair')
      const title = '手机报修'
      const content = `${await operatorName(tx)}：家里有东西坏了，可用手机打开 ${url} 报修、看进度，用这个手机号验证进入。`
      const sent = await addOutbound(
        tx,
        rows.flatMap(({ contract_id, custom_id }) =>
          custom_id === null
            ? []
            : {
                channel: 2 as const,
                receiver: null,
                subject: title,
                content: JSON.stringify({
                  type: 'repair.page',
                  timestamp: new Date(now * 1000).toISOString(),
                  data: { title, content, url, resource: 'lessee', custom_id },
                }),
                once: `repair.page.${contract_id}.${dateOf(now)}`,
                resource: 'lessee',
                recordId: custom_id,
                dials: 'phone',
              },
        ),
      )
      if (sent === 0) throw new CallError(409, '今天已发过报修网址，明天可以再发')
      return { count: rows.length, said: `发出 ${sent} 条短信` }
    },
  },
})

export default [phones, contracts]
