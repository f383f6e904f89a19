import { timingSafeEqual } from 'node:crypto'
import { CallError } from '../../../../src/core/errors.ts'
import type { Progress, ServiceEvent, Told } from '../provider.ts'
import type { Fadada } from './asking.ts'
import { fadadaSign } from './sign.ts'
import { secondsIn } from './standing.ts'
import { ACTORS } from './task.ts'

/** What is signed beside the content (FASC OpenAPI 5.1, 回调). */
const SIGNED = ['X-FASC-App-Id', 'X-FASC-Event', 'X-FASC-Nonce', 'X-FASC-Sign-Type', 'X-FASC-Timestamp'] as const
/** How far its clock may be from ours, in ms. What comes later than that is not taken, and asked for instead. */
const WINDOW_MS = 300_000

/** One word for all of it: whoever forges learns nothing. */
const refused = (): CallError => new CallError(401, '签名错误')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isSame = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const contentIn = (text: string): Record<string, unknown> => {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const progressOf = (event: string, actor: unknown, at: number | undefined): Progress => {
  if (at === undefined) return {}
  if (event === 'sign-task-read' && actor === ACTORS.other) return { opened_at: at }
  if (event === 'sign-task-signed' && actor === ACTORS.other) return { signed_at: at }
  if (event === 'sign-task-signed' && actor === ACTORS.operator) return { sealed_at: at }
  return {}
}

/** Gives what 法大大 tells, once it is known that it is the one who tells it, and now (`now` in ms); null where it is about no task. Throws 401. */
export const hearFadada = (
  { app_id, app_secret }: Pick<Fadada, 'app_id' | 'app_secret'>,
  { headers, params }: Told,
  now: number,
): ServiceEvent | null => {
  const values: Record<string, string> = Object.fromEntries(SIGNED.map((name) => [name, textOf(headers[name.toLowerCase()])]))
  const text = textOf(params.bizContent)
  const timestamp = values['X-FASC-Timestamp'] ?? ''
  const expected = fadadaSign({ ...values, bizContent: text }, timestamp, app_secret)
  if (app_secret === '' || values['X-FASC-App-Id'] !== app_id || values['X-FASC-Sign-Type'] !== 'HMAC-SHA256') throw refused()
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > WINDOW_MS) throw refused()
  if (!isSame(expected, textOf(headers['x-fasc-sign']))) throw refused()
  const { signTaskId, transReferenceId, actorId, eventTime } = contentIn(text)
  if (typeof signTaskId !== 'string' || typeof transReferenceId !== 'string' || signTaskId === '') return null
  return {
    key: transReferenceId,
    outside_id: signTaskId,
    progress: progressOf(values['X-FASC-Event'] ?? '', actorId, secondsIn(eventTime)),
  }
}
