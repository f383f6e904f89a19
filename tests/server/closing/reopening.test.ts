import { beforeAll, expect, test } from 'vitest'
import { sealMonth } from '../../../server/domain/closing/sealMonth.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { bySystem } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { monthOf, receive, close } = closingOn(at, nodes)
const [last, former, later, earlier] = [1, 2, 3, 4].map(monthBack) as [string, string, string, string]

let other: string
beforeAll(async () => {
  other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', ['/api/closing/agree', '/api/closing/refuse', '/api/closing/index']))
  for (const month of [former, last]) await receive(`${month}-15`)
})

test('a month that is there only since a later one was asked for, by its first posting, is closed with that one and before it', async () => {
  for (const month of [later, earlier]) await receive(`${month}-15`)
  const { closing_id } = await monthOf(later)
  await inTransaction(at.server.db, null, (tx) => sealMonth(bySystem(tx), { closing_id, month: later }, null))
  expect([(await monthOf(earlier)).status, (await monthOf(later)).status]).toEqual([3, 3])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a month is not opened while a later one is being closed: that would be sealed over an open one', async () => {
  const { closing_id } = await close(former)
  // No node is there to do it: it goes on being closed.
  await Promise.all(nodes.nodes.splice(0).map((node) => node.stop()))
  done(await at.ask('/api/closing/close', { closing_id: (await monthOf(last)).closing_id, note: '留到下月' }))
  const refused = { code: 409, msg: `${last} 正在结账，请等它做完` }
  expect(await at.ask('/api/closing/reopen', { closing_id, reason: '补记' })).toMatchObject(refused)

  // Asked for at the very moment at which the later one was begun.
  await nodes.rowsOf(`update closing set status = 4, asked_by = 1 where closing_id = ${closing_id}`)
  expect(await at.ask('/api/closing/agree', { closing_id }, other)).toMatchObject(refused)
  await nodes.rowsOf(`update closing set status = 3, seal = repeat('a', 64), closed_at = 1 where month = '${last}'`)
  expect(await at.ask('/api/closing/agree', { closing_id }, other)).toMatchObject({
    code: 409,
    msg: `${former} 之后的月份也已结账，须从最后一个月起反结账`,
  })
  done(await at.ask('/api/closing/refuse', { closing_id }, other))
  expect((await monthOf(former)).status).toBe(3)
})
