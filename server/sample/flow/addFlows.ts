import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { numberText, series } from '../../store/writing/series.ts'
import { paymentsOf, type Setting } from '../bill/payments.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import { randomOf } from '../random.ts'
import { keySequence, reserve } from '../reserve.ts'
import type { Building, Contract, Flow, Room, Staff } from '../types.ts'
import { mistakes } from './mistakes.ts'
import { spending } from './spending.ts'

/** What the flows are made from. */
export interface Books {
  rooms: readonly Room[]
  buildings: readonly Building[]
  contracts: readonly Contract[]
  lookups: Lookups
  receipts: readonly number[]
  staff: Staff
  today: Day
  /** So many flows exactly; null for all there are in twelve months. */
  count: number | null
}

const SHANGHAI = 8 * 3600

const movesOf = ({ rooms, buildings, contracts, lookups, today, count }: Books): Flow[] => {
  const random = randomOf('flows')
  const since = calendar.addMonths(today, count === null ? -12 : -9)
  const setting: Setting = { random, late: randomOf('late'), lookups, yesterday: today - 1, since, metered: count === null ? 0.35 : 0.15 }
  const moves = contracts.flatMap((contract) => paymentsOf(contract, setting))
  for (const flow of spending(buildings, rooms, setting)) moves.push(flow)
  for (const flow of mistakes(random, moves, Math.ceil(moves.length / 1200))) moves.push(flow)
  return moves.sort((a, b) => a.at - b.at)
}

/** Leaves out the oldest regular payments until so many flows are left. */
const cutTo = (flows: readonly Flow[], count: number): Flow[] => {
  let excess = flows.length - count
  if (excess < 0) throw new Error(`only ${flows.length} of ${count} sample flows were made`)
  return flows.filter((flow) => !(flow.isRegular && excess > 0 && excess-- > 0))
}

/** The account on which money of each way is where nobody says on which. */
const usualAccounts = async (tx: Tx): Promise<Map<number, number>> => {
  const { rows } = await sql<{ way: number; own_account_id: number }>`select way, own_account_id from own_account where usual = 1`.execute(
    tx,
  )
  return new Map(rows.map(({ way, own_account_id }) => [way, own_account_id]))
}

/** Adds the flows in the order of their deals, numbered as receipts are. Gives how many. */
export const addFlows = async (tx: Tx, books: Books): Promise<number> => {
  const all = movesOf(books)
  const flows = books.count === null ? all : cutTo(all, books.count)
  const random = randomOf('receipts')
  const first = await reserve(tx, await keySequence(tx, 'flow', 'flow_id'), flows.length)
  const firstSn = await reserve(tx, series.receipt.sequence, flows.length)
  const { caiwu, admin } = books.staff
  const accounts = await usualAccounts(tx)
  // Only the latest deals carry a scan: those are the ones that staff open.
  const shown = flows.length - 1500
  const rows = function* () {
    for (const [index, flow] of flows.entries()) {
      flow.flow_id = first + index
      const day = calendar.dateOf(Math.floor((flow.at + SHANGHAI) / 86_400))
      const hasScan = books.receipts.length > 0 && index > shown && flow.reverses === null && flow.way !== 7 && random.chance(0.08)
      yield {
        flow_id: flow.flow_id,
        sn: numberText(series.receipt, firstSn + index, day),
        type: flow.type,
        price: flow.price,
        custom_name: flow.name,
        custom_id: flow.custom_id,
        from: flow.from,
        from_id: flow.item,
        way: flow.way,
        own_account_id: accounts.get(flow.way) ?? null,
        deal_time: flow.at,
        org_id: flow.org_id,
        unit_id: flow.unit_id,
        p_id: flow.p_id,
        start_date: calendar.dateOf(flow.start),
        end_date: calendar.dateOf(flow.end),
        imgs: hasScan ? `{${random.pick(books.receipts)}}` : '{}',
        note: flow.note,
        reverses: flow.reverses?.flow_id ?? null,
        created_by: flow.way === 11 ? admin : caiwu,
      }
    }
  }
  await insertMany(
    tx,
    'flow',
    [
      'flow_id',
      'sn',
      'type',
      'price',
      'custom_name',
      'custom_id',
      'from',
      'from_id',
      'way',
      'own_account_id',
      'deal_time',
      'org_id',
      'unit_id',
      'p_id',
      'start_date',
      'end_date',
      'imgs',
      'note',
      'reverses',
      'created_by',
    ],
    rows(),
  )
  return flows.length
}
