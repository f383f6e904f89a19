import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from '../../../src/protocol/types.ts'
import type { Config } from '../../config.ts'
import { addAssetRoutes } from './assetRoutes.ts'
import { indexPages } from './indexPage.ts'

/** Adds the built client: scripts and styles cached for ever, index.html and the few other files always asked for anew, and /config.json. */
export const addStaticRoutes = async (app: FastifyInstance, folder: string, config: Config): Promise<void> => {
  const client: ClientConfig = {
    host: '',
    brokerHost: '',
    signKey: config.signKey,
    tokenDays: config.tokenDays,
    timeoutMs: 200_000,
    chunkTimeoutMs: 120_000,
    uploadMaxMb: config.uploadMaxMb,
  }
  app.get('/config.json', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-cache').send(client))
  const pages = indexPages(folder)
  if (!pages) return
  // Whether a cookie is there only decides which chunks are fetched first; nothing is shown or allowed by it.
  app.get('/', { logLevel: 'warn' }, async (request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(/(?:^|;\s*)token=[0-9a-f]/.test(request.headers.cookie ?? '') ? pages.shell : pages.login),
  )
  addAssetRoutes(app, join(folder, 'assets'))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    logLevel: 'warn',
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
}
