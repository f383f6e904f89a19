import type { FastifyRequest } from 'fastify'
import { CallError, type ErrorCode } from '../../src/core/errors.ts'
import { addressOf } from './request/address.ts'

/** Someone known was refused for want of a permission; the answer tells no more than the code and the words. */
export class NotPermitted extends CallError {
  readonly userId: number
  constructor(label: string, userId: number) {
    super(403, `没有权限：${label}`)
    this.userId = userId
  }
}

/** Who asks without a right, with a broken sign, or too often. */
const TOLD: ReadonlySet<ErrorCode> = new Set<ErrorCode>([401, 403, 429])
const LOGINS: ReadonlySet<string> = new Set(['/login', '/broker/getAgentsByPhone'])

type Asked = Pick<FastifyRequest, 'log' | 'ip'>

/** Logs a refusal that a defender wants to see (docs/security.md, V16): the call, the code, from where, and whose session it was, never what was sent. */
export const logRefusal = (request: Asked, path: string, error: unknown): void => {
  if (!(error instanceof CallError)) return
  const { log } = request
  const about = { path, code: error.code, address: addressOf(request) }
  if (LOGINS.has(path)) log.warn(about, 'login refused')
  else if (TOLD.has(error.code)) log.warn({ ...about, ...(error instanceof NotPermitted ? { userId: error.userId } : {}) }, 'call refused')
}

/** Logs that someone came in. */
export const logEntry = (request: Asked, path: string): void => {
  if (LOGINS.has(path)) request.log.info({ path, address: addressOf(request) }, 'login')
}
