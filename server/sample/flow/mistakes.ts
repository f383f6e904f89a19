import type { Random } from '../random.ts'
import type { Flow } from '../types.ts'

const REASONS = [
  ['金额登记有误，重新登记', (flow: Flow) => ({ ...flow, price: flow.price + 10_000 })],
  ['金额多登记一位，重新登记', (flow: Flow) => ({ ...flow, price: flow.price * 10 })],
  ['支付方式选错，重新登记', (flow: Flow) => ({ ...flow, way: flow.way === 3 ? (8 as const) : (3 as const) })],
] as const

/** Gives wrong entries and their reversals (红冲), each pair shortly before the right entry that is there already. */
export const mistakes = (random: Random, flows: readonly Flow[], count: number): Flow[] => {
  const chosen = new Set<Flow>()
  for (let tries = 0; chosen.size < count && tries < count * 10; tries++) {
    const flow = random.pick(flows)
    if (flow.way !== 7) chosen.add(flow)
  }
  return [...chosen].flatMap((flow) => {
    const [note, spoil] = random.pick(REASONS)
    const reversedAt = flow.at - random.int(2, 8) * 60
    const wrong: Flow = { ...spoil(flow), at: reversedAt - random.int(5, 40) * 60, isRegular: false }
    return [wrong, { ...wrong, at: reversedAt, price: -wrong.price, note, reverses: wrong }]
  })
}
