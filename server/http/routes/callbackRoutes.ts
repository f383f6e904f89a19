import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { HEARS, hearService } from '../../domain/signing/index.ts'
import { sendRefusal } from '../answer.ts'
import { addressOf } from '../request/address.ts'
import { refuseRepeated } from '../request/arrival.ts'
import type { Ground } from '../runCall.ts'
import { logRefusal } from '../securityLog.ts'

/** What a service tells is short, in bytes. */
const LIMIT = 64 * 1024

const paramsOf = ({ body }: FastifyRequest): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new CallError(400, '请求体须为对象')
  refuseRepeated(body, true)
  return body as Record<string, unknown>
}

/**
 * Adds POST /signing/callback, by which the service that signs contracts (网签设置) tells of what has happened: it has no account and no signature of ours, but its
 * own over what it tells. What is understood is answered with `success`, which is what it waits for; anything else makes it tell again. A refusal has its HTTP status.
 */
export const addCallbackRoutes = (app: FastifyInstance, ground: Ground): void => {
  app.post(HEARS, { bodyLimit: LIMIT }, async (request, reply) => {
    try {
      const address = addressOf(request)
      await hearService(ground, { headers: request.headers, params: paramsOf(request), address })
      return reply.header('cache-control', 'no-store').send({ msg: 'success' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      logRefusal(request, HEARS, error)
      return sendRefusal(reply, error, error.code)
    }
  })
}
