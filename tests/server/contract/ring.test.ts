import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, sign, signed, detail, pay } = tenanciesOn(at)
const { handOver } = surrendersOn(at)

const move = (contract_id: number, org_id: unknown, start_date = today()) =>
  ask('/api/contract/move', { contract_id, p_id: 1, org_id, start_date, rent: 128_000 })
const surrenderOf = async (contract_id: number): Promise<number> =>
  done(await ask('/api/surrender/index', { contract_id: [contract_id] })).data.list[0].surrender_id
/** Moves and signs; the former room is handed over the day before. */
const moved = async (contract_id: number, org_id: unknown, start_date?: string): Promise<number> => {
  const next = done(await move(contract_id, org_id, start_date)).data.contract_id
  done(await sign(next))
  return next
}
const empty = async (contract_id: number) => done(await handOver(await surrenderOf(contract_id), { left_on: addDays(today(), -1) }))

test('two change rooms by a vacant one on one day; whoever waits there moves on the next, and is told so', async () => {
  const begun = () => signed({ start_date: addDays(today(), -20), signed_on: addDays(today(), -20), months: 12 })
  const [one, two, between] = [await begun(), await begun(), await room()]
  const [first, second] = [(await detail(one)).org_id, (await detail(two)).org_id]
  for (const contract_id of [one, two]) await pay(contract_id)
  expect(await move(one, second)).toMatchObject({ code: 409, msg: '该房间现在不是空置，不能签合同' })
  expect(await move(one, between, addDays(today(), -20))).toMatchObject({
    code: 400,
    msg: `合同从这一天才开始，当天不能换房，换房日请选 ${addDays(today(), -19)} 起`,
  })
  const waiting = await moved(one, between)
  await empty(one)
  const there = await moved(two, first)
  await empty(two)
  expect(await detail(there)).toMatchObject({ org_id: first, start_date: today() })
  expect(await move(waiting, second)).toMatchObject({
    code: 400,
    msg: `这一天才换进这一间，当天不能再换，换房日请选 ${addDays(today(), 1)} 起；换错了房间的，作废这份合同，原合同撤销退租以后重新换房`,
    data: { field: 'start_date' },
  })
  const last = done(await move(waiting, second, addDays(today(), 1))).data.contract_id
  done(await sign(last))
  expect(await detail(last)).toMatchObject({ org_id: second, status: 4 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
