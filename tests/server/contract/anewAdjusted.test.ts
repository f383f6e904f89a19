import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed, bills } = tenanciesOn(at)
const ago = (days: number): string => addDays(today(), -days)

/** A contract of which no rent is paid, and the number of its first rent bill. */
const inArrears = async () => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2, rent: 100_000 })
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data
  return { contract_id, bill_id: list[0].bill_id as number }
}
const amend = (contract_id: number) => ask('/api/contract/amend', { contract_id, from_date: ago(94), rent: 90_000, reason: '核减' })
const first = async (contract_id: number): Promise<number | undefined> =>
  (await bills(contract_id)).find(({ from, is_void }) => from === 1 && is_void === 0)?.price

test('a bill that was reduced or written off is not made anew as if it had not been', async () => {
  const [reduced, bad] = [await inArrears(), await inArrears()]
  done(await ask('/api/bill/reduce', { bill_id: reduced.bill_id, how: 1, amount: 30_000, why: '困难' }))
  done(await ask('/api/bill/write_off', { bill_id: bad.bill_id, why: '收不回' }))
  for (const { contract_id } of [reduced, bad])
    expect(await amend(contract_id)).toMatchObject({ code: 409, msg: expect.stringContaining('减免过、核销过坏账') })
  expect([await first(reduced.contract_id), await first(bad.contract_id)]).toEqual([70_000, 0])
  done(await ask('/api/bill/restore', { bill_id: reduced.bill_id, why: '重办' }))
  done(await ask('/api/bill/recover', { bill_id: bad.bill_id, why: '重办' }))
  for (const { contract_id } of [reduced, bad]) done(await amend(contract_id))
  expect(await wrongInBooks(at.server.db)).toEqual([])

  // Nor is one that is with the bank, whose money would come for a bill that is void.
  const { contract_id } = reduced
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4] })).data
  const batch_id = await addRow(at.server, 'withhold', { sn: 'DK1', bank: '建行', status: 2, exported_on: today(), p_id: 1 })
  const line = { batch_id, bill_id: list[0].bill_id, custom_name: '租客', price: 1, result: 0, p_id: 1 }
  await addRow(at.server, 'withhold_line', line)
  const answers = [
    await ask('/api/contract/amend', { contract_id, from_date: ago(93), rent: 80_000, reason: '核减' }),
    await ask('/api/contract/void', { contract_id, reason: '错' }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('在代扣批次里') })
})
