import { call } from './call.ts'

/** Where a picture is fetched, for this session and for a time. */
export interface PictureAddresses {
  url: string
  thumb: string
}

interface Told extends PictureAddresses {
  img_id: number
}

interface Waiting {
  id: number
  answer(addresses: PictureAddresses | null): void
  fail(error: unknown): void
}

/** As many as one call takes. */
const AT_ONCE = 100

let waiting: Waiting[] = []

const ask = async (some: readonly Waiting[]): Promise<void> => {
  try {
    const told = await call<Told[]>('/api/upload/info', { img_ids: [...new Set(some.map(({ id }) => id))] })
    const byId = new Map(told.map((one) => [one.img_id, one]))
    for (const { id, answer } of some) answer(byId.get(id) ?? null)
  } catch (error) {
    for (const { fail } of some) fail(error)
  }
}

const askAll = (): void => {
  const all = waiting
  waiting = []
  for (let first = 0; first < all.length; first += AT_ONCE) void ask(all.slice(first, first + AT_ONCE))
}

/** Gives a picture's addresses, null where it may not be seen. What is drawn at once is asked for together. */
export const addressesOf = (id: number): Promise<PictureAddresses | null> =>
  new Promise((answer, fail) => {
    if (waiting.length === 0) setTimeout(askAll)
    waiting.push({ id, answer, fail })
  })
