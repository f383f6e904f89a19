import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Database } from '../../store/connection/database.ts'
import { addAsked } from '../metrics/asked.ts'
import { addOwn, type Observe } from '../metrics/own.ts'
import { ofProcess } from '../metrics/process.ts'
import { isLocal } from '../request/address.ts'

/** Adds /metrics in Prometheus' format: what this node knows of itself, and what the store tells. Answers to this machine only, also while the store is away. */
export const addMetrics = (
  app: FastifyInstance,
  db: Database,
  { trustProxy, dataDir }: Pick<Config, 'trustProxy' | 'dataDir'>,
): { observe: Observe } => {
  const own = new Registry()
  const observe = addOwn(own, db, dataDir)
  const ask = addAsked(own, db)
  const register = Registry.merge([ofProcess(), own])
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isLocal(request, trustProxy !== false)) return reply.code(403).send()
    await ask()
    return reply.header('content-type', register.contentType).send(await register.metrics())
  })
  return { observe }
}
