import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { type Call, isForAnyone } from '../../calls/defineCall.ts'
import { registry } from '../../calls/registry.ts'
import { refreshDeclared } from '../../domain/screen/index.ts'
import { tellTrace, traced } from '../../load/trace.ts'
import { envelopeText, refuseAddress, sendRefusal, sendText } from '../answer.ts'
import { answerFault } from '../faults.ts'
import type { Observe } from '../metrics/own.ts'
import { addressOf } from '../request/address.ts'
import { readArrival, refuseRepeated } from '../request/arrival.ts'
import { browserOf } from '../request/browser.ts'
import { admitFile } from '../request/incoming.ts'
import { type Ground, maySendFile, runCall } from '../runCall.ts'
import { logEntry, logRefusal } from '../securityLog.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const answer = async (call: Call, ground: Ground, observe: Observe, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  const start = performance.now()
  let code = 200
  try {
    refuseRepeated(request.body, request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true)
    const browser = browserOf(request, reply)
    const admit = async (params: Readonly<Record<string, unknown>>): Promise<void> => {
      await maySendFile(call, { params, file: null, address: addressOf(request), browser }, ground)
      admitFile(request)
    }
    const arrival = await readArrival(request, admit, ground.config.uploadMaxMb)
    const text = envelopeText(await runCall(call, { ...arrival, browser }, ground))
    logEntry(request, call.path)
    return sendText(reply, text)
  } catch (error) {
    code = error instanceof CallError ? error.code : 500
    logRefusal(request, call.path, error)
    return answerFault(ground, error, request, reply)
  } finally {
    observe(call.path, code, (performance.now() - start) / 1000)
    tellTrace({ 'anju.code': code }, code >= 500)
  }
}

const answering =
  (call: Call, ground: Ground, observe: Observe): Handler =>
  (request, reply) => {
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    return traced({ name: call.path, kind: 'call', parent }, () => answer(call, ground, observe, request, reply))
  }

/** What anybody may send, in bytes: a report of an error, each letter of it written as nine, or a signature that was drawn. */
const PUBLIC_LIMIT = 64 * 1024

const refuseMethod: Handler = async (_request, reply) => sendRefusal(reply.header('allow', 'POST'), new CallError(405))

/** Calls as those of screens are named. */
const OF_A_SCREEN = /^\/api\/[^/]+\/[^/]+$/

/**
 * Adds the calls. Those that are named as screens' calls are have one route together, by which those of screens made at run time come and go
 * without a restart, and a start makes a few dozen routes in place of a thousand; the others, and those that anybody may send, have one each.
 * Any method but POST on their paths is 405.
 */
export const addCallRoutes = (app: FastifyInstance, calls: Iterable<Call>, ground: Ground, observe: Observe): void => {
  for (const call of calls) {
    const isOfScreen = OF_A_SCREEN.test(call.path)
    if (isForAnyone(call.can)) app.post(call.path, { bodyLimit: PUBLIC_LIMIT }, answering(call, ground, observe))
    else if (!isOfScreen) app.post(call.path, answering(call, ground, observe))
    if (!isOfScreen) app.route({ method: ['GET', 'PUT', 'PATCH', 'DELETE'], url: call.path, handler: refuseMethod })
  }
  const callAt = async ({ url }: FastifyRequest): Promise<Call | undefined> => {
    const path = url.split('?')[0] ?? ''
    if (!registry().has(path)) await refreshDeclared(ground.db)
    return registry().get(path)
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/:screen/:call',
    handler: async (request, reply) => {
      const call = await callAt(request)
      if (!call) return refuseAddress(request, reply)
      return request.method === 'POST' ? answering(call, ground, observe)(request, reply) : refuseMethod(request, reply)
    },
  })
}
