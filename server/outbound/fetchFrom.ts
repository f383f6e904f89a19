import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { useAgent as filteringAgent } from 'request-filtering-agent'
import type { Config } from '../config.ts'
import { allowed, isFiltered, NotAllowed, PRIVATE } from './ask.ts'

/** How long somebody waits for the other side. */
export interface Patience {
  /** Nothing comes or goes for so long: the other side is gone. */
  silenceMs: number
  /** So many times a question is asked where the other side fails, each time a little later. */
  tries: number
}

const PATIENT: Patience = { silenceMs: 30_000, tries: 4 }
/** As long as a person waits who has pressed a button. */
export const BRIEF: Patience = { silenceMs: 8_000, tries: 1 }
const FIRST_WAIT_MS = 200

/** Failures of the other side that may be over in a moment. */
const isPassing = (status: number): boolean => status === 429 || status >= 500

const opened = async (target: URL, isOwn: boolean, silenceMs: number, init: RequestInit): Promise<IncomingMessage> => {
  const ask = target.protocol === 'https:' ? tlsRequest : plainRequest
  const agent = isOwn ? {} : { agent: filteringAgent(target.href) }
  const request: ClientRequest = ask(target, { method: init.method ?? 'GET', headers: init.headers as Record<string, string>, ...agent })
  request.setTimeout(silenceMs, () => request.destroy(new Error('the other side fell silent')))
  // What breaks after the answer has begun is told by the answer.
  request.on('error', () => {})
  request.end(init.body ?? undefined)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

/**
 * Gives a `fetch` for a client of a service outside that moves more than `ask` does: by the same rules (https to public addresses, each connection's own address
 * looked at after it was resolved, unless OUTBOUND_HOSTS names the host; no redirects, no proxy of the environment), as streams, and asking again where
 * the other side fails in passing. Bodies are bytes, so that they can be sent again. It throws NotAllowed for an address that may not be asked.
 */
export const fetchFrom =
  (config: Pick<Config, 'outboundHosts'>, { silenceMs, tries }: Patience = PATIENT): typeof fetch =>
  async (input, init = {}) => {
    const { target, isOwn } = allowed(config, String(input instanceof Request ? input.url : input))
    for (let tried = 1; ; tried++) {
      const answer = await opened(target, isOwn, silenceMs, init).catch((error: Error) => error)
      if (answer instanceof Error && isFiltered(answer)) throw new NotAllowed(PRIVATE)
      const isOver = tried === tries || (!(answer instanceof Error) && !isPassing(answer.statusCode ?? 0))
      if (isOver) {
        if (answer instanceof Error) throw answer
        const status = answer.statusCode ?? 500
        const hasBody = init.method !== 'HEAD' && ![204, 304].includes(status)
        if (!hasBody) answer.resume()
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers })
      }
      if (!(answer instanceof Error)) answer.resume()
      await wait(FIRST_WAIT_MS * 4 ** (tried - 1))
    }
  }
