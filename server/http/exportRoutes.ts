import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { exportFormats } from '../../src/protocol/exports.ts'
import { findSession } from '../domain/account/sessions.ts'
import { exportFilesIn } from '../exports/files.ts'
import { EXPORT } from '../jobs/kinds.ts'
import { sendRefusal } from './answer.ts'
import { cookieToken } from './cookieToken.ts'
import type { Ground } from './runCall.ts'

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
export const attachment = (name: string, extension: string, plain = 'export'): string => {
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}`
}

/** Adds GET /files/exports/<id>: an export's file, for the one who asked for it, until EXPORT_DAYS after it was made. */
export const addExportRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const files = exportFilesIn(config.dataDir)
  app.get<{ Params: { id: string } }>('/files/exports/:id', { logLevel: 'warn' }, async (request, reply) => {
    const { id } = request.params
    if (!/^\d{1,9}$/.test(id)) return sendRefusal(reply, new CallError(404), 404)
    const session = await findSession(db, cookieToken(request), '')
    if (!session) return sendRefusal(reply, new CallError(302), 401)
    const { rows } = await sql<{ msg: string; file: string }>`
      select msg, result ->> 'file' as file from job
      where job_id = ${Number(id)} and created_by = ${session.userId} and kind = ${EXPORT} and state = 'done' and finished_at >= epoch_now() - ${config.exportDays * 86_400}::bigint
    `.execute(db)
    const [found] = rows
    const size = found && (await files.size(found.file))
    const format = exportFormats.find(({ extension }) => found?.file.endsWith(`.${extension}`))
    if (!found || size === undefined || size === null || !format)
      return sendRefusal(reply, new CallError(404, '文件不存在或已过期，请重新导出'), 404)
    return reply
      .header('content-type', format.mime)
      .header('content-length', size)
      .header('content-disposition', attachment(found.msg, format.extension))
      .header('cache-control', 'private, no-store')
      .send(files.read(found.file))
  })
}
