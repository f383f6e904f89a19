import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isLocal } from '../request/address.ts'

/** Adds /metrics in Prometheus' format: process figures, and the time of each call by path and code. Answers to this machine only. */
export const addMetrics = (
  app: FastifyInstance,
  trustsProxy: boolean,
): { observe: (path: string, code: number, seconds: number) => void } => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'anju_call_seconds',
    help: 'Time of a call, by path and code of the envelope',
    labelNames: ['path', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [register],
  })
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isLocal(request, trustsProxy)) return reply.code(403).send()
    return reply.header('content-type', register.contentType).send(await register.metrics())
  })
  return { observe: (path, code, seconds) => calls.observe({ path, code }, seconds) }
}
