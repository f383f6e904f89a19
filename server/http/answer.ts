import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallError, errorTable } from '../../src/core/errors.ts'
import { RawJson } from '../calls/rawJson.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Gives the envelope of an answer as text. */
export const envelopeText = (data: unknown): string =>
  data instanceof RawJson ? `{"code":200,"msg":"","data":${data.text}}` : JSON.stringify({ code: 200, msg: '', data: data ?? null })

export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(text)

/** Sends a refusal with the HTTP status that its code has. */
export const sendRefusal = (reply: FastifyReply, error: CallError, status: number = errorTable[error.code].http): FastifyReply =>
  sendText(reply.code(status), JSON.stringify({ code: error.code, msg: error.message, data: error.data ?? null }))

/** Answers an address that leads nowhere. */
export const refuseAddress = ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, new CallError(404, `没有这个地址：${url.split('?')[0]?.slice(0, 100)}`), 404)
