import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A span as OTLP/JSON says it. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  said: Record<string, unknown>
  status: { code?: number }
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

const saidBy = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** Starts a real receiver of traces for a test file, which forgets them before each test; `isHeld`: it takes them and never answers; `isAway`: it breaks the line, and counts. */
export const traceReceiver = () => {
  const state = { url: '', bodies: [] as string[], isHeld: false, isAway: false, broken: 0 }
  const server = createServer(async (request, response) => {
    if (state.isAway) {
      state.broken++
      return void request.destroy()
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.url === '/v1/traces') state.bodies.push(Buffer.concat(parts).toString())
    if (!state.isHeld) response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    state.bodies = []
    state.isHeld = false
    state.isAway = false
    state.broken = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const sent = () => state.bodies.flatMap((body) => JSON.parse(body).resourceSpans)
  return Object.assign(state, {
    /** What the services said of themselves. */
    services: () => sent().map(({ resource }) => saidBy(resource.attributes)),
    spans: (): ReceivedSpan[] =>
      sent().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }: { spans: (ReceivedSpan & { attributes: Attribute[] })[] }) =>
          spans.map((span) => ({ ...span, said: saidBy(span.attributes) })),
        ),
      ),
  })
}
