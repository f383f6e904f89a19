import { CallError } from '../../../src/core/errors.ts'
import org from '../../../src/resources/property/org.ts'
import { houseForm } from '../../../src/schemas/property/house.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { firstOf } from '../../store/writing/someOf.ts'
import { checkDividing, checkEnabling, checkJoining, divide, join } from './dividing.ts'
import { rentByArea } from './rules/rentByArea.ts'

interface RoomMeter {
  simple_id: number
  price: number
}

const MOST_METERS = houseForm.properties.simple.maxItems

const metersOf = (simple: unknown): RoomMeter[] => (simple ?? []) as RoomMeter[]

/** What becomes of a room. */
export default defineEffects(org, {
  enable: { check: checkEnabling },
  disable: { refusal: ({ unit_floor }) => `${unit_floor} 还有人住，或已约定出租，不能停用：退租以后再停用` },
  // What goes out of use with its flat is put to use with it; what is disabled by hand is not.
  close: { sets: { joined: () => 1 } },
  reopen: { sets: { joined: () => null } },
  // Who puts a room into repair by hand gives it back by hand; what orders lay up, the last of them gives back.
  repair: { sets: { laid_up: (_acting, _room, asked: { laid_up?: 1 }) => asked.laid_up ?? null } },
  divide: {
    check: async (acting, [flat], asked) => checkDividing(acting, flat, asked),
    after: async (acting, [flat], asked) => ({ count: await divide(acting, flat, asked) }),
  },
  join: {
    check: async (acting, [flat]) => checkJoining(acting, flat),
    after: async (acting, [flat]) => ({ count: await join(acting, flat) }),
  },
  // What a room costs from now on; contracts that are signed keep their rent (domain.md, Rules of the trade).
  deed: { sets: { deed_no: (_acting, _room, { deed_no }) => deed_no } },
  meters: {
    check: async (_acting, rows, { simple_id }) => {
      const full = rows.filter(
        ({ simple }) => metersOf(simple).length >= MOST_METERS && !metersOf(simple).some((one) => one.simple_id === simple_id),
      )
      if (full.length > 0) throw new CallError(400, `一间房最多 ${MOST_METERS} 个抄表项目`, { field: 'simple_id' })
    },
    sets: {
      simple: (_acting, { simple }, { simple_id, price }) => {
        const others = metersOf(simple).filter((one) => one.simple_id !== simple_id)
        return [...others, { simple_id, price }]
      },
    },
  },
  price: {
    check: async (_acting, rows, { by }) => {
      const bare = by === 2 ? rows.filter(({ area }) => area === null) : []
      if (bare.length > 0)
        throw new CallError(
          400,
          `有 ${bare.length} 间没有登记面积（${firstOf(bare.map(({ unit_floor }) => unit_floor ?? ''))}），不能按面积定租`,
          {
            field: 'by',
          },
        )
    },
    sets: {
      standard_rent: (_acting, { area }, { by, price, fixed }) => (by === 1 ? (fixed ?? null) : rentByArea(price ?? 0, area ?? 0)),
      market_rent: (_acting, { area }, { by, market }) =>
        market === undefined || by === 1 ? (market ?? null) : rentByArea(market, area ?? 0),
    },
  },
})
