import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '../../calls/defineCall.ts'

/** A cookie of its own for each login: several people may share a computer. */
const nameFor = (login: string): string => `known_${createHash('sha256').update(login).digest('hex').slice(0, 16)}`

const COOKIE = /(?:^|;\s*)(known_[0-9a-f]{16})=([0-9a-f]{64})(?=;|$)/g
/** More than people who share a computer. */
const MOST = 20

/** Gives what a request's cookies say of its browser, and the way to have it keep another. Sent to nobody else's pages, and hidden from scripts. */
export const browserOf = (request: FastifyRequest, reply: FastifyReply): Browser => {
  const cookies = [...(request.headers.cookie ?? '').matchAll(COOKIE)].slice(0, MOST)
  const byName = new Map(cookies.map(([, name = '', token = '']) => [name, token]))
  return {
    tokens: [...byName.values()],
    tokenFor: (login) => byName.get(nameFor(login)) ?? null,
    keep(login, token, days) {
      const secure = request.protocol === 'https' ? '; Secure' : ''
      reply.header('set-cookie', `${nameFor(login)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${days * 86_400}${secure}`)
    },
  }
}
