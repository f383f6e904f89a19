import type { FastifyInstance } from 'fastify'
import { CallError } from '../../src/core/errors.ts'
import type { Call } from '../calls/defineCall.ts'
import { envelopeText, sendRefusal, sendText } from './answer.ts'
import { readArrival, refuseRepeated } from './arrival.ts'
import { answerFault } from './faults.ts'
import { type Ground, runCall } from './runCall.ts'

type Observe = (path: string, code: number, seconds: number) => void

/** Adds one POST route for each call of the registry; any other method on its path is 405. */
export const addCallRoutes = (app: FastifyInstance, calls: Iterable<Call>, ground: Ground, observe: Observe): void => {
  for (const call of calls) {
    app.post(call.path, async (request, reply) => {
      const start = performance.now()
      let code = 200
      try {
        refuseRepeated(request.body, request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true)
        return sendText(reply, envelopeText(await runCall(call, await readArrival(request), ground)))
      } catch (error) {
        code = error instanceof CallError ? error.code : 500
        return answerFault(error, request, reply)
      } finally {
        observe(call.path, code, (performance.now() - start) / 1000)
      }
    })
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: call.path,
      handler: async (_request, reply) => sendRefusal(reply.header('allow', 'POST'), new CallError(405)),
    })
  }
}
