import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { fileKinds } from '../../../src/protocol/exports.ts'
import { canGiveCode, ownRights } from '../../domain/account/index.ts'
import { DOWNLOADS, type Download, refusalOf } from '../../domain/download/index.ts'
import { downloadFilesIn } from '../../files/downloads.ts'
import { download, numberIn, sendFile, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

interface Found extends Download {
  msg: string
}

const GONE = '文件不存在或已过期，请重新导出'

/** Adds GET /files/exports/<id>: the file of an export or of what was printed, for the one who asked for it and might do so now, until EXPORT_DAYS after it was made. */
export const addExportRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const files = downloadFilesIn(config.dataDir)
  const find = async (id: number, userId: number): Promise<Found> => {
    const { rows } = await sql<Found>`
      select msg, kind, params ->> 'name' as name, result from job
      where job_id = ${id} and created_by = ${userId} and kind = any(${DOWNLOADS}::text[]) and state = 'done' and finished_at >= epoch_now() - ${config.exportDays * 86_400}::bigint
    `.execute(db)
    if (!rows[0]) throw new CallError(404, GONE)
    return rows[0]
  }
  app.get(
    '/files/exports/:id',
    { logLevel: 'warn' },
    download(async (request: Asked, reply) => {
      const id = numberIn(request.params.id)
      const session = await sessionOf(db, request)
      const found = await find(id, session.userId)
      const own = await ownRights(db, session)
      const refusal = refusalOf(found, session.scope, (code) => canGiveCode(own, code))
      if (refusal) throw refusal
      const { file } = found.result
      const format = fileKinds.find(({ extension }) => file.endsWith(`.${extension}`))
      const open = format && (await files.read(file))
      if (!format || !open) throw new CallError(404, GONE)
      return sendFile(reply, { ...format, name: found.msg, plain: 'export', content: open.stream, bytes: open.bytes })
    }),
  )
}
