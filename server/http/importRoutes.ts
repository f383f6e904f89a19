import type { FastifyInstance } from 'fastify'
import { CallError } from '../../src/core/errors.ts'
import { resourceNamed, resources } from '../../src/derive/declared.ts'
import { exportFormats } from '../../src/protocol/exports.ts'
import { findSession } from '../domain/account/sessions.ts'
import { translateFor } from '../domain/preference/index.ts'
import { readImport } from '../imports/batches.ts'
import { errorFile, importFilesIn } from '../imports/files.ts'
import { templateOf } from '../imports/template.ts'
import { sendRefusal } from './answer.ts'
import { cookieToken } from './cookieToken.ts'
import { attachment } from './exportRoutes.ts'
import type { Ground } from './runCall.ts'

const [XLSX] = exportFormats

/** Adds GET /files/imports/template/<resource>, for who may import it, and /files/imports/<id>: a file with its mistakes marked, for who sent it. */
export const addImportRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const files = importFilesIn(config.dataDir)
  app.get<{ Params: { name: string } }>('/files/imports/template/:name', { logLevel: 'warn' }, async (request, reply) => {
    const resource = resources.find(({ name }) => name === request.params.name)
    const code = resource?.calls.import
    const session = await findSession(db, cookieToken(request), code ?? '')
    if (!session) return sendRefusal(reply, new CallError(302), 401)
    if (!resource || !code) return sendRefusal(reply, new CallError(404), 404)
    if (!session.isPermitted) return sendRefusal(reply, new CallError(403, `没有权限：导入${resource.label}`), 403)
    return reply
      .header('content-type', XLSX.mime)
      .header('content-disposition', attachment(`${resource.label}导入模板.xlsx`, XLSX.extension, 'template'))
      .header('cache-control', 'private, no-store')
      .send(await templateOf(db, resource, session.scope, resourceNamed, await translateFor(db, session.userId)))
  })
  app.get<{ Params: { id: string } }>('/files/imports/:id', { logLevel: 'warn' }, async (request, reply) => {
    const { id } = request.params
    if (!/^\d{1,9}$/.test(id)) return sendRefusal(reply, new CallError(404), 404)
    const session = await findSession(db, cookieToken(request), '')
    if (!session) return sendRefusal(reply, new CallError(302), 401)
    const found = await readImport(db, session.userId, config.exportDays, Number(id))
    const size = found?.handle ? await files.size(errorFile(found.import_id)) : null
    if (!found || size === null) return sendRefusal(reply, new CallError(404, '文件不存在或已过期，请重新试导入'), 404)
    return reply
      .header('content-type', XLSX.mime)
      .header('content-length', size)
      .header('content-disposition', attachment(`${found.file_name.replace(/\.\w+$/, '')}（有误）.xlsx`, XLSX.extension, 'errors'))
      .header('cache-control', 'private, no-store')
      .send(files.read(errorFile(found.import_id)))
  })
}
