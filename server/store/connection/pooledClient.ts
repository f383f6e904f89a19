import { inOneTransaction, LIMITS, StoreClient } from './client.ts'

const BEGIN = /^(begin|start transaction)\b[^;]*/i
const END = /^(commit|rollback)\s*$/i

const SETTINGS = inOneTransaction(LIMITS)

/**
 * A client by a pooler in transaction mode, where every transaction may have another connection of the server's. It prepares nothing, and each transaction says what
 * it works by; what is asked outside of one is asked in one of its own, all of which goes out at once.
 */
export class PooledClient extends StoreClient {
  #isWithin = false

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; the query builder asks by (text, values)
  override query(...args: any[]): any {
    const [text, values] = args
    const asked = super.query as (...inner: unknown[]) => Promise<unknown>
    if (typeof text !== 'string' || this.#isWithin) {
      if (typeof text === 'string' && END.test(text)) this.#isWithin = false
      return asked.apply(this, args)
    }
    if (!BEGIN.test(text)) return this.#alone(text, values)
    this.#isWithin = true
    return asked.call(
      this,
      text.replace(BEGIN, (begin) => `${begin}; ${SETTINGS}`),
    )
  }

  async #alone(text: string, values: unknown): Promise<unknown> {
    const asked = super.query as (...inner: unknown[]) => Promise<unknown>
    const all = [`begin; ${SETTINGS}`, [text, values], 'commit'].map((one) => asked.apply(this, [one].flat(1)))
    const [began, answered, ended] = await Promise.allSettled(all)
    // Where it began badly the others only follow from that.
    for (const part of [began, answered, ended]) if (part?.status === 'rejected') throw part.reason
    return (answered as PromiseFulfilledResult<unknown>).value
  }
}
