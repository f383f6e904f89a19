import { expect, test } from 'vitest'
import { keepItems } from '../../server/domain/closing/index.ts'
import { adminServer } from '../help/adminServer.ts'
import { monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { statementsOn } from '../help/stating.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const { call, ask } = at
jobNodes(at)
const { account, flow, seconds } = statementsOn(at)
const day = `${monthBack(1)}-10`
const CASH = ['/api/flow/add', '/api/flow/refund', '/api/transfer/add', '/api/close_item/index']

test('what is in a till that others have, too, nobody of one project learns by asking of one amount after another; of his own he is told', async () => {
  const own = await account({ name: '本项目现金', kind: 5, way: 11, code: '1001.01' })
  const shared = await account({ name: '合用现金', kind: 5, way: 11, code: '1001.02' })
  await flow(own, 10_000, day)
  const receipt = await flow(shared, 10_000, day)
  await flow(shared, 20_000, day, { p_id: 2 })
  const near = await tokenOf(at.server, await addAccount(at.server, 'near', CASH, [1]))
  const both = await tokenOf(at.server, await addAccount(at.server, 'both', CASH, [1, 2]))
  const told = async (own_account_id: number, token?: string): Promise<boolean[]> => {
    const asked = [
      call('/api/transfer/foresee', { day, from_account_id: own_account_id, price: 99_999 }, token),
      call('/api/flow/owed', { type: 2, price: 99_999, own_account_id, deal_time: seconds(day) }, token),
      call('/api/flow/refunding', { flow_id: receipt, amount: 99_999, pay_account_id: own_account_id, pay_time: seconds(day) }, token),
    ]
    return (await Promise.all(asked)).map((answer) => done(answer).data.said !== undefined)
  }
  const [yes, no] = [
    [true, true, true],
    [false, false, false],
  ]
  expect(await told(own, near)).toEqual(yes)
  expect(await told(shared, near)).toEqual(no)
  // As in the 余额调节表: of an account that several projects have, whoever has all of them tells.
  expect(await told(shared, both)).toEqual(no)
  expect(await told(shared)).toEqual(yes)

  for (const [account_id, price] of [
    [own, 15_000],
    [shared, 40_000],
  ])
    done(
      await ask('/api/flow/add', {
        ...{ type: 2, price, custom_name: '物业公司', from: 2, from_id: at.ground.cost, start_date: day, end_date: day, way: 11 },
        ...{ own_account_id: account_id, deal_time: seconds(day), p_id: 1 },
      }),
    )
  await at.server.db.transaction().execute(keepItems)
  const found = async (token?: string) =>
    done(await call('/api/close_item/index', { item: [11] }, token)).data.list.map(({ record_id }: { record_id: number }) => record_id)
  expect(await found(near)).toEqual([own])
  expect((await found()).toSorted()).toEqual([own, shared].toSorted())
})
