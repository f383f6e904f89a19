import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import receipt from '../../../src/resources/invoice/receipt.ts'
import { addPapers } from '../../prints/addPapers.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRows } from '../../store/writing/write.ts'
import { type ReceivedFlow, receiptContents, receivedFlows } from './content.ts'

/** Holds entries until the transaction ends, in the order in which all hold them who allocate or reverse money. */
const holdFlows = async (tx: Tx, keys: readonly number[]): Promise<void> => {
  await sql`select from flow where flow_id = any(${keyList(keys)}) order by flow_id for no key update`.execute(tx)
}

/** A receipt that stands, and whether it says what is so no more (`is_reversed`): some of its money was reversed (`is_red`), or whose claim was taken back has not paid. */
interface Standing {
  receipt_id: number
  number: string
  is_over: number
  is_red: boolean
}

/** Gives the receipts that these entries have, by entry: those that stand. */
const standingOf = async (tx: Tx, keys: readonly number[]): Promise<ReadonlyMap<number, Standing>> => {
  const { rows } = await sql<Standing & { flow_id: number }>`
    select l.flow_id, r.receipt_id, r.number, r.is_reversed as is_over,
      exists (select from receipt_line x join flow f on f.reverses = x.flow_id where x.receipt_id = r.receipt_id) as is_red
    from receipt_line l join receipt_view r on r.receipt_id = l.receipt_id
    where l.flow_id = any(${keyList(keys)}) and r.status = ${inState(receipt, 'stands')}
  `.execute(tx)
  return new Map(rows.map((row) => [row.flow_id, row]))
}

/** Makes a receipt of each of these groups of money, numbered in their order, and settles what it says; gives their keys and numbers. */
const make = async (tx: Tx, groups: readonly (readonly ReceivedFlow[])[], userId: number): Promise<{ key: number; number: string }[]> => {
  const rows = groups.map((flows) => {
    const [{ custom_name: payer = '', custom_id = null, company_id = null, p_id = null } = {}] = flows
    const price = flows.reduce((sum, flow) => sum + flow.price, 0)
    return { payer, price, flows: flows.length, custom_id, company_id, p_id }
  })
  const contentsOf = async (numbers: readonly string[]): Promise<PrintContent[]> => {
    const contents = await receiptContents(
      tx,
      groups.map((flows, place) => ({ number: numbers[place] ?? '', flows })),
    )
    return numbers.map((number) => contents.get(number) ?? { values: {} })
  }
  const made = await addPapers(tx, 'receipt_paper', rows, contentsOf, userId)
  const lines = groups.flatMap((flows, place) =>
    flows.map(({ flow_id, price, p_id }) => ({ receipt_id: made[place]?.key, flow_id, price, p_id })),
  )
  if (lines.length > 0) await insertRows(tx, resourceNamed('receipt_line'), lines, userId)
  return made
}

/** Gives the receipts of these entries, in their order, each once: those that they have, and new ones for those that have none. Throws 409 where one names who has not paid. */
export const receiptsOf = async (tx: Tx, keys: readonly number[], userId: number): Promise<number[]> => {
  await holdFlows(tx, keys)
  const had = await standingOf(tx, keys)
  for (const { number, is_over, is_red } of had.values()) {
    if (is_over && is_red) throw new CallError(409, `收据 ${number} 里有红冲了的收款，请先作废它再打印`)
    if (is_over) throw new CallError(409, `收据 ${number} 的交款人已不是这笔钱的，请先作废它再打印`)
  }
  const without = keys.filter((key) => !had.has(key))
  const flows = new Map((await receivedFlows(tx, without)).map((flow) => [flow.flow_id, flow]))
  const made = await make(
    tx,
    without.map((key) => [flows.get(key)].filter((flow) => flow !== undefined)),
    userId,
  )
  const news = new Map(without.map((key, place) => [key, made[place]?.key]))
  return keys.flatMap((key) => had.get(key)?.receipt_id ?? news.get(key) ?? [])
}

/** Makes one receipt of several entries of one payer. Throws 409 where one has a receipt, 400 where they are not of one payer and one project. */
export const oneReceipt = async (tx: Tx, keys: readonly number[], userId: number): Promise<{ receipt_id: number; number: string }> => {
  await holdFlows(tx, keys)
  const flows = await receivedFlows(tx, keys)
  const had = await standingOf(tx, keys)
  for (const { flow_id, sn } of flows)
    if (had.has(flow_id)) throw new CallError(409, `流水 ${sn} 已有收据 ${had.get(flow_id)?.number}，要合开请先作废那一张`)
  const payers = new Set(
    flows.map(({ custom_name, custom_id, company_id, p_id }) => JSON.stringify([custom_name, custom_id, company_id, p_id])),
  )
  if (payers.size > 1) throw new CallError(400, '合开一张收据的须是同一交款人、同一项目的收款')
  const [{ key: receipt_id, number } = { key: 0, number: '' }] = await make(tx, [flows], userId)
  return { receipt_id, number }
}

/** Gives what receipts say that nobody has settled yet, by key: those that came in without their papers. */
export const contentsOf = async (tx: Tx, keys: readonly number[]): Promise<ReadonlyMap<number, PrintContent>> => {
  const { rows } = await sql<{ receipt_id: number; number: string; flow_id: number }>`
    select r.receipt_id, r.number, l.flow_id from receipt r join receipt_line l on l.receipt_id = r.receipt_id where r.receipt_id = any(${keyList(keys)})
  `.execute(tx)
  const flows = await receivedFlows(
    tx,
    rows.map(({ flow_id }) => flow_id),
  )
  const numbers = new Map(rows.map(({ receipt_id, number }) => [receipt_id, number]))
  const contents = await receiptContents(
    tx,
    [...numbers].map(([receipt_id, number]) => ({
      number,
      flows: flows.filter(({ flow_id }) => rows.some((row) => row.receipt_id === receipt_id && row.flow_id === flow_id)),
    })),
  )
  return new Map([...numbers].flatMap(([key, number]) => [[key, contents.get(number) ?? { values: {} }] as const]))
}
