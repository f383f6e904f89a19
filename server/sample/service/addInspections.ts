import { codeOf } from '../../../src/core/states.ts'
import type { StateOf } from '../../../src/core/typed.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertMany } from '../bulk.ts'
import { calendar, type Day } from '../calendar.ts'
import { type Random, randomOf } from '../random.ts'
import type { Staff } from '../types.ts'
import { type Lived, spread } from './lived.ts'

const ITEMS = ['门锁与门窗', '墙面与地面', '水电燃气', '消防设施', '家具家电', '有无违规搭建'] as const
const PROBLEMS: readonly string[] = ['灭火器过期', '实际居住人与合同不符，自称是租客的朋友', '阳台堆放杂物，挡住消防通道', '燃气软管老化']

interface Wave {
  batch: string
  kind: 1 | 2 | 3
  rooms: readonly Lived[]
  /** The day of its first task, from today. */
  from: number
  /** How many tasks a day. */
  pace: number
}

const resultOf = (random: Random, isPast: boolean, isLet: boolean, late: number): StateOf<typeof inspect> => {
  if (!isPast || (late < 3 && random.chance(0.3))) return 'planned'
  if (!isLet) return 'passed'
  return random.weighted([['passed', 90] as const, ['abnormal', 4] as const, ['handled', 4] as const, ['cancelled', 2] as const])
}

const tasksOf = (random: Random, { batch, kind, rooms, from, pace }: Wave, today: Day, staff: Staff) => {
  let problems = 0
  return rooms.map((room, index) => {
    const after = from + Math.floor(index / pace)
    const isLet = room.contract_id !== null
    const state = resultOf(random, after < 0, isLet, -after)
    const isChecked = !['planned', 'cancelled'].includes(state)
    const problem = state === 'abnormal' || state === 'handled' ? (PROBLEMS[problems++ % PROBLEMS.length] ?? null) : null
    return {
      batch,
      kind,
      org_id: room.org_id,
      p_id: room.p_id,
      contract_id: room.contract_id,
      custom_id: room.custom_id,
      custom_name: room.custom_name,
      inspector: staff.guanjia,
      planned_date: calendar.dateOf(today + after),
      status: codeOf(inspect, state),
      checked_at: isChecked ? calendar.instantOf(today + after, 540 + random.int(0, 420)) : null,
      items: JSON.stringify(isChecked ? ITEMS.map((item) => ({ item, result: problem !== null && item === '消防设施' ? 2 : 1 })) : []),
      occupied: isChecked ? (isLet ? (problem?.startsWith('实际') ? 2 : 1) : 3) : null,
      met: isChecked && isLet ? room.custom_name : null,
      problem,
      handled: state === 'handled' ? '已当场整改，复查合格' : null,
      reason: state === 'cancelled' ? '租客出差，并入下一批次' : null,
      created_by: staff.guanjia,
    }
  })
}

/** Adds three batches: this year's inspection, half done; a check of vacant rooms; visits at home. */
export const addInspections = async (tx: Tx, rooms: readonly Lived[], today: Day, staff: Staff): Promise<void> => {
  if (staff.guanjia === null) return
  const random = randomOf('inspections')
  const date = calendar.dateOf(today)
  const isLet = ({ contract_id }: Lived): boolean => contract_id !== null
  const waves: Wave[] = [
    { batch: `年度巡检 ${date.slice(0, 4)}`, kind: 1, rooms: spread(rooms.filter(isLet), 180), from: -20, pace: 6 },
    {
      batch: `空置房检查 ${date.slice(0, 7)}`,
      kind: 3,
      rooms: spread(
        rooms.filter((room) => !isLet(room)),
        40,
      ),
      from: -4,
      pace: 5,
    },
    { batch: `入户核查 ${date.slice(0, 7)}`, kind: 2, rooms: spread(rooms.filter(isLet).reverse(), 30), from: -6, pace: 3 },
  ]
  const rows = waves.flatMap((wave) => tasksOf(random, wave, today, staff))
  await insertMany(tx, 'inspect', Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[0])[], rows)
}
