import { flat, type Ground } from '../help/store/ground.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  ground: () => Ground
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what staff do with readings: each with one of a room of its own. */
export const meterDeeds = ({ ground, made }: Hand): Deeds => {
  const simple = () => [{ simple_id: ground().simple, price: 100 }]
  let others = 0
  const reading = async (): Promise<Params> => {
    const { org_id } = await made('/api/org/add', flat(ground(), { p_id: 1, simple: simple() }))
    const read = { org_id: (org_id as number[])[0], simple_id: ground().simple, read_date: '2026-11-01', current: 5 }
    const { meter_id } = await made('/api/meter/add', { ...read, request_id: `meter-deed-${++others}`.padEnd(16, '-') })
    return { meter_id }
  }
  return {
    '/api/meter/add': () => ({ read_date: '2026-11-02', current: 20 }),
    '/api/meter/withdraw': reading,
    '/api/meter/correct': reading,
  }
}
