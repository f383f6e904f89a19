import { officeHour, type Setting } from '../bill/payments.ts'
import { calendar, type Day } from '../calendar.ts'
import type { Building, Flow, Room } from '../types.ts'

const CLEANERS = ['上海洁安保洁服务有限公司', '上海申净物业服务有限公司', '上海美居家政服务有限公司']
const REPAIRERS = ['上海沪通建筑维修有限公司', '上海安顺水电安装有限公司', '上海恒固防水工程有限公司', '上海宏达电梯维保有限公司']
const REPAIRS = [
  '更换水龙头及角阀',
  '空调加氟、清洗',
  '卫生间防水修补',
  '更换门锁',
  '墙面起皮修补',
  '疏通下水道',
  '更换热水器',
  '更换灯具及开关',
]

/** Gives what the operator spends: cleaning and shared energy building by building, repairs room by room. */
export const spending = (
  buildings: readonly Building[],
  rooms: readonly Room[],
  { random, lookups, yesterday, since }: Setting,
): Flow[] => {
  const { cost } = lookups
  const spent = (
    day: Day,
    where: Pick<Flow, 'org_id' | 'unit_id' | 'p_id'>,
    item: number,
    price: number,
    name: string,
    rest: Partial<Flow>,
  ): Flow => ({
    at: officeHour(random, day),
    ...where,
    type: 2,
    from: 2,
    item,
    price,
    name,
    custom_id: null,
    way: 3,
    start: day,
    end: day,
    note: null,
    reverses: null,
    isRegular: true,
    flow_id: 0,
    ...rest,
  })
  const monthly = buildings.flatMap(({ unit_id, p_id, rooms: size }) => {
    const cleaner = random.pick(CLEANERS)
    const flows: Flow[] = []
    for (let month = -1; ; month--) {
      const start = calendar.inMonth(yesterday, month, 1)
      if (start < since) return flows
      const end = calendar.addMonths(start, 1) - 1
      const paid = end + random.int(3, 12)
      if (paid > yesterday) continue
      const place = { org_id: null, unit_id, p_id }
      flows.push(spent(paid, place, cost.保洁费, size * 1500 + random.int(0, 8) * 1000, cleaner, { start, end }))
      flows.push(
        spent(paid, place, cost.公共能耗费, size * random.int(1800, 2600) + random.int(0, 99), '国网上海市电力公司', {
          start,
          end,
          way: 7,
        }),
      )
    }
  })
  const repairs = rooms.flatMap(({ org_id, unit_id, p_id, status }) => {
    if (!random.chance(status === 'inRepair' ? 0.9 : 0.12)) return []
    const day = status === 'inRepair' ? yesterday - random.int(1, 25) : random.int(since, yesterday)
    return spent(day, { org_id, unit_id, p_id }, cost.维修费, random.int(8, 120) * 1000, random.pick(REPAIRERS), {
      note: random.pick(REPAIRS),
    })
  })
  return [...monthly, ...repairs]
}
