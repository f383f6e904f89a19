import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** Gives the address that a request comes from, as far as TRUST_PROXY lets proxies tell; '' where what they tell is no address. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => (isIP(ip) ? ip : '')

/** Gives whom Fastify believes what they say of the address before them: so many hops from here, or proxies at these addresses. */
export const trustedProxies = (trusted: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) => {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return trusted === false ? false : [...trusted]
}

const LOCAL = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether a request comes from this very machine: a proxy here that speaks for others does not count. */
export const isLocal = (request: FastifyRequest, trustsProxy: boolean): boolean => {
  const { headers, socket } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return LOCAL.has(socket.remoteAddress ?? '') && LOCAL.has(addressOf(request)) && (trustsProxy || !isForwarded)
}
