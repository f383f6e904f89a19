import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../store/connection/database.ts'

/** Adds /healthz (the process is up) and /readyz (the store answers within two seconds). */
export const addHealth = (app: FastifyInstance, db: Database): void => {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) => reply.send({ status: 'up' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const answered = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([answered, new Promise<boolean>((done) => setTimeout(done, 2000, false).unref())])
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'store does not answer' })
  })
}
