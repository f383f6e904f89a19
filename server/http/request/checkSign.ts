import { createHash } from 'node:crypto'
import { CallError } from '../../../src/core/errors.ts'
import { UNSIGNED_PATHS } from '../../../src/protocol/envelope.ts'
import { STIME_WINDOW, signOf } from '../../../src/protocol/sign.ts'
import { toWire } from '../../../src/protocol/wire.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Throws 401 where the signature is not that of the params, or the caller's clock is off; the refusal names the server's time (seconds). */
export const checkSign = (path: string, params: Readonly<Record<string, unknown>>, signKey: string, now: number): void => {
  if (UNSIGNED_PATHS.has(path)) return
  const { sign, stime } = params
  if (typeof sign !== 'string' || sign === '') throw new CallError(401, '缺少签名 sign', { time: now })
  if (signOf(toWire(params), md5, signKey) !== sign) throw new CallError(401, '签名错误', { time: now })
  const seconds = Number(stime)
  if (!Number.isSafeInteger(seconds) || Math.abs(seconds - now) > STIME_WINDOW)
    throw new CallError(401, '本机时间与服务器相差超过10分钟，请校准时间', { time: now })
}
