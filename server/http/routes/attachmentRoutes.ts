import { extname } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { resources } from '../../../src/declared/declared.ts'
import { diskAt } from '../../files/disk.ts'
import { attachmentOf } from '../../files/holders.ts'
import { download, numberIn, sendFile, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

type Asked = FastifyRequest<{ Params: { resource: string; key: string; id: string } }>

/**
 * Adds GET /files/attachments/<resource>/<key>/<file_id>: an attachment of that record, for whoever may read the record at that moment, while the record
 * names it. Everyone else, and what is not there, gets 404. It is always kept as a file, never shown, and nothing on the way keeps it.
 */
export const addAttachmentRoutes = (app: FastifyInstance, { db, config }: Ground): void => {
  const disk = diskAt(config.dataDir)
  app.get(
    '/files/attachments/:resource/:key/:id',
    { logLevel: 'warn' },
    download(async (request: Asked, reply) => {
      const { params } = request
      const [key, id] = [numberIn(params.key), numberIn(params.id)]
      const session = await sessionOf(db, request)
      const resource = resources.find(({ name }) => name === params.resource)
      const found = resource ? await attachmentOf(db, session, resource, key, id) : null
      if (!found) throw new CallError(404)
      const open = await disk.read(found.hash, 'full')
      if (!open) throw new CallError(404, '附件的文件已不在')
      const { name, mime } = found
      const sent = { mime, name, plain: 'attachment', extension: extname(name).slice(1), content: open.stream, bytes: open.bytes }
      return sendFile(reply, sent).header('x-content-type-options', 'nosniff')
    }),
  )
}
