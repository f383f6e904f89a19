import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../../../src/core/errors.ts'
import { permitLink } from '../../caller/links/permitLink.ts'
import { linkPdf } from '../../domain/signing/index.ts'
import { download, sendFile } from '../download.ts'
import { addressOf } from '../request/address.ts'
import { browserOf } from '../request/browser.ts'
import type { Ground } from '../runCall.ts'

type Asked = FastifyRequest<{ Params: { code: string } }>

/** No robot remembers a link that was put somewhere by mistake. */
const HIDDEN = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' } as const

/**
 * Adds the tenant's own page, GET /t/<code>, the same for every code: whether one is good is asked by the page itself, so that whatever looks at addresses in
 * messages beforehand opens none. And GET /t/<code>/contract.pdf, for the browser that has opened the link. `folder`: the built client.
 */
export const addLinkRoutes = (app: FastifyInstance, folder: string, { db, config }: Ground): void => {
  const file = join(folder, 't.html')
  // The page lies one level below what it is made of.
  const page = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('"./', '"../') : null
  app.get('/t/:code', { logLevel: 'warn' }, async (_request, reply) => {
    if (page === null) throw new CallError(404)
    return reply.headers({ ...HIDDEN, 'content-type': 'text/html; charset=utf-8' }).send(page)
  })
  app.get(
    '/t/:code/contract.pdf',
    { logLevel: 'warn' },
    download(async (request: Asked, reply) => {
      const address = addressOf(request)
      const link = await permitLink(db, {
        ...{ code: request.params.code, address, browser: browserOf(request, reply) },
        ...{ purpose: 1, opens: false, isAfter: true, path: '/t/contract.pdf', label: '合同 PDF' },
      })
      const { dataDir, secretKey } = config
      const found = await linkPdf({ db, dataDir, secretKey }, link, address)
      if (!found) throw new CallError(404)
      return sendFile(reply.headers(HIDDEN), { mime: 'application/pdf', extension: 'pdf', plain: 'contract', isShown: true, ...found })
    }),
  )
}
