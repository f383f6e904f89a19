import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import type { StateOf } from '../../../src/core/typed.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import violation from '../../../src/resources/violation/violation.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import { randomOf } from '../random.ts'
import type { Staff } from '../types.ts'
import { type Lived, spread } from './lived.ts'

const SHOWN = 26
/** What an inspection sees, and nobody had to report. */
const SEEN = [1, '巡检时实际居住人与合同不符，自称是租客的朋友', '由承租人本人居住'] as const
const CASES = [
  [1, '邻居反映房内住的不是承租人，上门见到陌生人，称每月付租金给承租人', '与转租人解除约定，由承租人本人居住'],
  [2, '连续三个月水电读数没有变化，电话联系称已搬到外地', '恢复居住，或办理退租'],
  [3, '客厅加建隔断，阳台封闭后作卧室用', '拆除隔断，恢复原状'],
  [4, '室内堆放货物，作网店仓库用', '清空货物，恢复居住用途'],
  [6, '电动自行车入户充电', '停止入户充电，移到室外充电处'],
] as const

type Found = Lived & { inspect_id: number | null }

/** What inspections found that rooms are not lived in as agreed. */
const foundByInspection = async (tx: Tx): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select org_id, p_id, contract_id, custom_id, custom_name, false as is_laid_up, inspect_id from inspect
    where status = ${inState(inspect, 'abnormal')} and occupied = 2 order by inspect_id limit 4
  `.execute(tx)
  return rows
}

/** The oldest are closed, the newest are to be verified. */
const LIFE: readonly (readonly [StateOf<typeof violation>, number])[] = [
  ['closed', 8],
  ['unfounded', 2],
  ['overdue', 3],
  ['corrected', 3],
  ['toCorrect', 3],
  ['verified', 2],
  ['found', SHOWN],
]
const stateOf = (index: number): StateOf<typeof violation> => {
  let left = index
  for (const [state, count] of LIFE) {
    if (left < count) return state
    left -= count
  }
  return 'found'
}

/** Adds violations of the last months in every state; those that inspections found lead back to them. */
export const addViolations = async (tx: Tx, rooms: readonly Lived[], today: Day, staff: Staff): Promise<void> => {
  if (staff.guanjia === null) return
  const random = randomOf('violations')
  const leased = spread(
    rooms.filter(({ custom_id }) => custom_id !== null),
    SHOWN,
  ).map((room): Found => ({ ...room, inspect_id: null }))
  const rows = [...leased, ...(await foundByInspection(tx))].map((room, index, all) => {
    const state = stateOf(index)
    const [kind, facts, demand] = room.inspect_id === null ? random.pick(CASES) : SEEN
    const age = Math.max(0, Math.floor(((all.length - 1 - index) / all.length) * 150))
    const isDemanded = ['closed', 'overdue', 'corrected', 'toCorrect'].includes(state)
    const isCorrected = state === 'corrected' || state === 'closed'
    return {
      org_id: room.org_id,
      p_id: room.p_id,
      contract_id: room.contract_id,
      custom_id: room.custom_id,
      custom_name: room.custom_name,
      inspect_id: room.inspect_id,
      kind,
      found_on: calendar.dateOf(today - age),
      found_by: room.inspect_id === null ? random.pick([2, 3, 4]) : 1,
      facts,
      status: codeOf(violation, state),
      verified_note: ['found', 'unfounded'].includes(state) ? null : '上门核实，情况属实，已拍照留存',
      deadline: isDemanded ? calendar.dateOf(state === 'toCorrect' ? today + random.int(2, 12) : today - random.int(1, 9)) : null,
      demand: isDemanded ? demand : null,
      corrected_note: isCorrected ? '复查已恢复' : null,
      outcome: state === 'closed' ? random.weighted([[1, 5] as const, [2, 4] as const, [4, 1] as const]) : null,
      closing: state === 'closed' ? '已告知再次违规的后果' : null,
      reason: state === 'unfounded' ? '上门核实，为承租人亲属探访' : null,
      created_by: staff.guanjia,
    }
  })
  await insertMany(tx, 'violation', Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[], rows)
}
