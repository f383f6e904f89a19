import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { findSession } from '../domain/account/sessions.ts'
import { diskAt } from '../files/disk.ts'
import { sendRefusal } from './answer.ts'
import { cookieToken } from './cookieToken.ts'
import type { Ground } from './runCall.ts'

/** Adds the images: GET /files/<img_id>/full and …/thumb, for anyone logged in. */
export const addFileRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const disk = diskAt(join(config.dataDir, 'files'))
  app.get<{ Params: { id: string; size: string } }>('/files/:id/:size', { logLevel: 'warn' }, async (request, reply) => {
    const { id, size } = request.params
    if (!/^\d{1,9}$/.test(id) || (size !== 'full' && size !== 'thumb')) return sendRefusal(reply, new CallError(404), 404)
    if (!(await findSession(db, cookieToken(request), ''))) return sendRefusal(reply, new CallError(302), 401)
    const { rows } = await sql<{ hash: string; mime: string }>`select hash, mime from file where img_id = ${Number(id)}`.execute(db)
    const file = rows[0]
    if (!file) return sendRefusal(reply, new CallError(404), 404)
    return reply
      .header('content-type', size === 'thumb' ? 'image/webp' : file.mime)
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(disk.read(file.hash, size))
  })
}
