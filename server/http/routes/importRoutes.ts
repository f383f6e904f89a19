import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { exportFormats } from '../../../src/protocol/exports.ts'
import { translatorFor } from '../../caller/locale.ts'
import type { Session } from '../../caller/session.ts'
import { readingAs } from '../../calls/weights.ts'
import { batchOf, readImport, scopeOfText } from '../../imports/batches.ts'
import { errorFile, importFilesIn } from '../../imports/files.ts'
import { templateOf } from '../../imports/template.ts'
import { covers } from '../../store/reading/filters.ts'
import { download, numberIn, sendFile, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

const [XLSX] = exportFormats

interface Importer {
  session: Session
  resource: CompleteResource
}

/** Gives who may import this resource now, in place of the session that was found first; throws 403, and 404 where nothing is imported so. */
const importerOf = async (db: Ground['db'], request: FastifyRequest, name: string): Promise<Importer> => {
  await sessionOf(db, request)
  const resource = resources.find((other) => other.name === name)
  const code = resource?.calls.import
  if (!resource || !code) throw new CallError(404)
  const session = await sessionOf(db, request, code)
  if (!session.isPermitted) throw new CallError(403, `没有权限：导入${resource.label}`)
  return { session, resource }
}

/**
 * Adds GET /files/imports/template/<resource>, for who may import it, and /files/imports/<id>: a file with its mistakes, and what is
 * passed over, marked, for who sent it and might do so now.
 */
export const addImportRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const files = importFilesIn(config.dataDir, db)
  const template = async ({ resource, session: { scope, userId } }: Importer) => {
    const translator = await translatorFor(db, userId)
    return readingAs(db, 'heavy', (tx) => templateOf(tx, resource, scope, resourceNamed, translator))
  }
  app.get(
    '/files/imports/template/:name',
    { logLevel: 'warn' },
    download(async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const importer = await importerOf(db, request, request.params.name)
      const { label } = importer.resource
      return sendFile(reply, { ...XLSX, name: `${label}导入模板.xlsx`, plain: 'template', content: await template(importer) })
    }),
  )
  app.get(
    '/files/imports/:id',
    { logLevel: 'warn' },
    download(async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const id = numberIn(request.params.id)
      const { userId } = await sessionOf(db, request)
      const found = await readImport(db, userId, config.exportDays, id)
      const batch = found?.handle ? await batchOf(db, id, userId) : undefined
      if (!found || !batch) throw new CallError(404, '文件不存在或已过期，请重新试导入')
      const { session } = await importerOf(db, request, found.resource)
      if (!covers(session.scope, scopeOfText(batch.scope)))
        throw new CallError(403, '您负责的项目少了，这份文件里有现在看不到的，请重新试导入')
      const content = await files.read(errorFile(id))
      if (content === null) throw new CallError(404, '文件不存在或已过期，请重新试导入')
      const stem = found.file_name.replace(/\.\w+$/, '')
      const name = found.wrong ? `${stem}（有误）.xlsx` : `${stem}（已有）.xlsx`
      return sendFile(reply, { ...XLSX, name, plain: 'errors', content })
    }),
  )
}
