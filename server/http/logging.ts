import { settings } from '../../src/declared/settings.ts'
import { secretsOf } from '../../src/derive/settings.ts'
import { withoutPersonal } from '../../src/protocol/masks.ts'
import { addressOf } from './request/address.ts'

/** Keys whose values never reach the log, at any depth that a request can have. */
const SECRETS = [
  'token',
  'password',
  'raw_pwd',
  'new_pwd',
  'rep_pwd',
  'oldPwd',
  'newPwd',
  'agentPwd',
  'sign',
  'authorization',
  'cookie',
  'AuthToken',
  ...settings.flatMap(({ form }) => secretsOf(form)),
]

interface Serialised {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
}

/** How the server logs: JSON lines, secrets and personal numbers redacted. Bodies are never logged. */
export const loggerOptions = (level: string) => ({
  level,
  redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[已隐去]' },
  serializers: {
    err: (error: Error & { code?: string }): Serialised => ({
      type: error.name,
      message: withoutPersonal(error.message),
      stack: withoutPersonal(error.stack ?? ''),
      ...(error.code ? { code: error.code } : {}),
    }),
    req: (request: { method: string; url: string; ip: string }) => ({
      method: request.method,
      path: request.url.split('?')[0],
      address: addressOf(request),
    }),
  },
})
