import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { answerTo, withholdingOn } from '../../help/withholding.ts'

const at = adminServer()
const { call, ask } = at
const nodes = jobNodes(at)
const { account, debtor, bill, batchOf, file, send, booked, linesOf, owedOf } = withholdingOn(at, nodes)

beforeAll(() => nodes.rowsOf(`update cost set income = 2 where id = ${at.ground.cost}`))

test('a file that was sent says the same when it is downloaded again, and its answer is taken, though the account has another merchant number by now', async () => {
  const own_account_id = await account(2)
  const { bill_id } = await debtor(9_900)
  const { batch_id } = done(await batchOf([bill_id], own_account_id)).data
  const first = await file(batch_id)
  const { name, kind, way, usual, bank_name, debit_layout, version } = done(await call('/api/own_account/detail', { own_account_id })).data
  const kept = { own_account_id, version, name, kind, way, usual, bank_name, debit_layout }
  done(await ask('/api/own_account/edit', { ...kept, merchant_no: 'NEW1' }))
  expect((await file(batch_id)).bytes.toString('latin1')).toBe(first.bytes.toString('latin1'))
  done(await send(batch_id, (await answerTo(2, first.bytes)).bytes))
  await booked()
  expect(await owedOf(bill_id)).toBe(0)
})

test('money of others that settled a bill together with what came back stays where it is', async () => {
  const one = await debtor(10_000)
  const { batch_id } = done(await batchOf([one.bill_id], await account())).data
  const { bytes } = await file(batch_id)
  const { custom_name, org_id } = done(await call('/api/bill/detail', { bill_id: one.bill_id })).data
  done(await ask('/api/flow/add', flowOf(at.ground, { price: 4_000, org_id, bill_id: one.bill_id, custom_name })))
  done(await send(batch_id, (await answerTo(1, bytes)).bytes))
  await booked()
  const [line] = await linesOf(batch_id)
  const other = await bill(one.custom_id, 9_000)
  const { flow_id } = done(await ask('/api/flow/add', flowOf(at.ground, { price: 5_000, p_id: 1, custom_name: '亲友' }))).data
  const [share] = await nodes.rowsOf<{ share_id: number }>(`select share_id from bill_share where bill_id = ${other}`)
  done(await ask('/api/open_receipt/match', { ids: [line.flow_id, flow_id], shares: [share?.share_id] }))
  expect(await owedOf(other)).toBe(0)
  done(await ask('/api/withhold_line/bounce', { line_id: line.line_id, reason: '退回' }))
  expect(await owedOf(one.bill_id)).toBe(6_000)
  expect(await owedOf(other)).toBe(4_000)
  expect(done(await call('/api/flow/detail', { flow_id })).data.unused).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
