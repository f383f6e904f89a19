import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CallError, type ErrorCode } from '../../src/core/errors.ts'
import type { Config } from '../config.ts'
import { faultWords, outageWords } from '../faultWords.ts'
import { traceInLog } from '../load/trace.ts'
import type { Database } from '../store/connection/database.ts'
import { noteAway } from '../store/connection/outage.ts'
import { isCrowded } from '../store/writing/problems.ts'
import { refuseAddress, sendRefusal } from './answer.ts'

/** After how many seconds whoever found all connections taken may try again. */
const CROWDED_SECONDS = 5

/** Fastify's own refusals in the words of the protocol. */
const byFastify: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, '提交的内容过大'],
  FST_FILES_LIMIT: [400, '一次只能上传一个文件'],
  FST_FIELDS_LIMIT: [400, '参数过多'],
  FST_PARTS_LIMIT: [400, '参数过多'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [400, '请求体格式有误'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [400, '请求体须为表单或 JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, '请求体长度不符'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, '请求体为空'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, '请求体不是合法的 JSON'],
}

const isRefused = (error: unknown): boolean => {
  const { statusCode = 0 } = error as FastifyError
  return statusCode >= 400 && statusCode < 500
}

const asRefusal = (error: unknown): CallError | null => {
  if (error instanceof CallError) return error
  const { code = '', statusCode } = error as FastifyError
  const known = byFastify[code]
  if (known) return new CallError(...known)
  if (statusCode === 413) return new CallError(413)
  return isRefused(error) ? new CallError(400, '请求体格式有误') : null
}

/** Whether all that is amiss is that nobody waits for the answer any more: a page that was left while it was read. */
const isLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Answers a thrown error: a refusal as it is; our own fault as 系统繁忙 with an id that is in the log beside the stack, which never leaves the server. All
 * who ask while the store is away are told the id of the outage, and where it is for want of room that it is; who found every connection taken by others, that
 * nothing was done and when to try again.
 */
export const answerFault = (
  { db, config }: { db: Database; config: Config },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  // What has no body can have no broken one: an address like // or /assets/ is refused by the files' routes.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && !(error instanceof CallError) && isRefused(error)) return refuseAddress(request, reply)
  const refusal = asRefusal(error)
  if (refusal) return sendRefusal(reply, refusal)
  if (isLeft(error, reply)) {
    request.log.info({ path: request.url }, 'caller gone')
    return reply
  }
  const outage = noteAway(db, error, request.log)
  if (outage) return sendRefusal(reply, new CallError(500, outageWords(config, outage), { id: outage }))
  if (isCrowded(error)) return sendRefusal(reply, new CallError(429, '现在用的人太多，没有排上，请稍后再试', { seconds: CROWDED_SECONDS }))
  const id = randomUUID().slice(0, 8)
  request.log.error({ err: error, id, path: request.url, ...traceInLog() }, 'call failed')
  return sendRefusal(reply, new CallError(500, faultWords(error, id), { id }))
}
