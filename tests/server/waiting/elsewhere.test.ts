import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { household } from '../../help/households.ts'
import { addAccount, addRow, cardOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { tenant, room, signed, detail } = tenanciesOn(at)

const waits = (card: string, changes: object = {}): Promise<number> =>
  addRow(at.server, 'waiting', {
    ...{ custom_name: '两头申请的', card, phone: '13812345678', p_id: 2, nature: 1, room_type: 1, priority: 2 },
    ...{ qualified_at: 1, status: 1, ...changes },
  })
const heard = async (account: number) =>
  (
    await sql<{ content: string; record_id: number }>`
      select content, record_id from message where account_id = ${account} and title = '轮候的人已另签合同' order by msg_id
    `.execute(at.server.db)
  ).rows

test('who deals with another project’s queue hears that somebody of it, or of his household, has signed: a room that is held for him stays empty', async () => {
  const [here, there] = [
    await addAccount(at.server, 'here', ['/api/Waiting/invalid'], [1]),
    await addAccount(at.server, 'there', ['/api/Waiting/invalid'], [2]),
  ]
  const card = cardOf(9801)
  const chosen = await waits(card, { status: 3, org_id: await room({ p_id: 2, region_name: '别处', region_number: '9' }) })
  await waits(card, { status: 5 })
  await waits(cardOf(9802))
  const contract_id = await signed({ custom_id: await tenant({ card }) })
  const { sn } = await detail(contract_id)
  expect(await heard(there)).toEqual([
    { content: `两头申请的 一户已签合同 ${sn}，在这里仍是已选房，签不了第二份：请放弃或作废，保留的房间随之放开。`, record_id: chosen },
  ])
  // What goes on from a contract is no news.
  done(await at.ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 }))
  expect((await heard(there)).length).toBe(1)
  const { tenants, cards } = await household(at.server)
  const spouse = await waits(cards[1])
  await signed({ custom_id: tenants[0] })
  expect((await heard(there)).map(({ record_id }) => record_id)).toEqual([chosen, spouse])
  expect(await heard(here)).toEqual([])
})
