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
]

const CARD = /\b\d{6}(?:19|20)\d{9}[\dXx]\b/g
const PHONE = /\b(1\d{2})\d{4}(\d{4})\b/g

/** Gives the text with card numbers and phones masked: an error's message may quote what was typed. */
export const withoutPersonal = (text: string): string =>
  text.replace(CARD, (card) => `${card.slice(0, 3)}***${card.slice(-4)}`).replace(PHONE, '$1****$2')

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
    req: (request: { method: string; url: string; ip?: string }) => ({
      method: request.method,
      path: request.url.split('?')[0],
      address: request.ip,
    }),
  },
})
