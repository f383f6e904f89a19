import { channels } from '../../src/schemas/outbox/outbox.ts'
import type { OutboundSpec } from './defineOutbound.ts'

let known: readonly OutboundSpec[] | null = null

/** Takes all ways out that are declared (server/wiring.ts); throws where a channel has none, or two. */
export const provideOutbounds = (specs: readonly OutboundSpec[]): void => {
  for (const [code, label] of Object.entries(channels)) {
    const count = specs.filter(({ channel }) => channel === Number(code)).length
    if (count !== 1) throw new Error(`外发方式 ${label}：须有一个 defineOutbound，此处有 ${count} 个`)
  }
  known = specs
}

/** Every way out that is declared. */
export const allOutbounds = (): readonly OutboundSpec[] => {
  if (!known) throw new Error('no outbounds have been provided')
  return known
}
