import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallError, type ErrorCode } from '../../src/core/errors.ts'
import { declaredVersion } from '../../src/declared/declared.ts'
import type { Session } from '../caller/session.ts'
import { findSession } from '../domain/account/sessions.ts'
import { refreshDeclared } from '../domain/screen/index.ts'
import type { Database } from '../store/connection/database.ts'
import { sendRefusal } from './answer.ts'
import { cookieToken } from './request/cookieToken.ts'

/** Browsers, which fetch these themselves, go by the status. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = { 302: 401, 403: 403, 404: 404 }

/** Gives a handler of what browsers fetch themselves with their cookie: what it throws as a refusal is answered with a status of its own. */
export const download =
  <Q extends FastifyRequest>(handler: (request: Q, reply: FastifyReply) => Promise<unknown>) =>
  async (request: Q, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handler(request, reply)
    } catch (error) {
      const status = error instanceof CallError ? STATUS[error.code] : undefined
      if (status === undefined) throw error
      return sendRefusal(reply, error as CallError, status)
    }
  }

/** Gives the session of a request's cookie and whether it may make the call of this code now, screens made at run time being what they are now; throws 302. */
export const sessionOf = async (db: Database, request: FastifyRequest, code = ''): Promise<Session & { isPermitted: boolean }> => {
  const found = await findSession(db, cookieToken(request), code)
  if (!found) throw new CallError(302)
  if (found.declaredAt !== declaredVersion()) await refreshDeclared(db)
  return found
}

/** Gives the number in an address; throws 404 for what is none. */
export const numberIn = (text: string): number => {
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 31) throw new CallError(404)
  return Number(text)
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
const named = (name: string, plain: string): string => {
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

interface Sent {
  mime: string
  extension: string
  /** What it is called where it is kept, in any letters; and in plain ones, without the extension. */
  name: string
  plain: string
  content: NodeJS.ReadableStream | Buffer
  /** How many, where the content does not say so itself. */
  bytes?: number | null
  /** The browser shows it rather than keeping it. */
  isShown?: boolean
}

/** Answers with a file that is for this person alone, and that nothing on the way keeps. */
export const sendFile = (reply: FastifyReply, { mime, extension, name, plain, content, bytes, isShown = false }: Sent): FastifyReply =>
  reply
    .headers({
      'content-type': mime,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${named(name, `${plain}.${extension}`)}`,
      'cache-control': 'private, no-store',
      ...(typeof bytes === 'number' ? { 'content-length': bytes } : {}),
    })
    .send(content)
