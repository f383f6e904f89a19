import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { CallError } from '../src/core/errors.ts'
import { codeCalls } from './calls/registry.ts'
import type { Config } from './config.ts'
import { refuseAddress, sendRefusal } from './http/answer.ts'
import { answerFault } from './http/faults.ts'
import { logDestination } from './http/logDestination.ts'
import { loggerOptions } from './http/logging.ts'
import { trustedProxies } from './http/request/address.ts'
import { addBodies } from './http/request/bodies.ts'
import { addIncoming, longestArrival } from './http/request/incoming.ts'
import { addAttachmentRoutes } from './http/routes/attachmentRoutes.ts'
import { addCallbackRoutes } from './http/routes/callbackRoutes.ts'
import { addCallRoutes } from './http/routes/callRoutes.ts'
import { addDocs } from './http/routes/docs.ts'
import { addEventRoutes } from './http/routes/eventRoutes.ts'
import { addExportRoutes } from './http/routes/exportRoutes.ts'
import { addFileRoutes } from './http/routes/fileRoutes.ts'
import { addHealth } from './http/routes/health.ts'
import { addImportRoutes } from './http/routes/importRoutes.ts'
import { addLinkRoutes } from './http/routes/linkRoutes.ts'
import { addMetrics } from './http/routes/metrics.ts'
import { addPrintRoutes } from './http/routes/printRoutes.ts'
import { addStaticRoutes } from './http/routes/staticRoutes.ts'
import type { Database } from './store/connection/database.ts'
import './wiring.ts'

const MB = 1024 * 1024
const HEADERS_MS = 10_000
const DRAIN_MS = 50

/** No inline script, no eval, nobody may frame it. antd writes its styles at run time, so styles may be inline. */
const CONTENT_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

/**
 * While the server closes: a kept-alive connection whose last call has just been answered would hold it up until it times out, and so would one that a browser has opened
 * beforehand and not said a word on, which node does not take for an idle one.
 */
const closeUnused = (app: FastifyInstance): void => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    const drain = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, DRAIN_MS)
    app.server.once('close', () => clearInterval(drain))
  })
}

/** Puts the server together on an open store; starts nothing. `clientFolder` is the built client, which tests may leave out. */
export const buildServer = async (config: Config, db: Database, clientFolder?: string): Promise<FastifyInstance> => {
  const maxFile = config.uploadMaxMb * MB
  const app = Fastify({
    requestTimeout: longestArrival(maxFile),
    http: { headersTimeout: HEADERS_MS },
    logger: { ...loggerOptions(config.logLevel), stream: logDestination() },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MB,
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, new CallError(404, '没有这个地址'), 404),
    trustProxy: trustedProxies(config.trustProxy),
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler((error, request, reply) => answerFault({ db, config }, error, request, reply))
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_POLICY,
    // Over plain http on an office network an HSTS header would lock staff out; the proxy that has the certificate sends it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(compress, { global: true, threshold: 2048, encodings: ['gzip'], zlibOptions: { level: 4 } })
  addIncoming(app, { maxBody: MB, maxFile })
  await addBodies(app, MB)
  await app.register(multipart, { limits: { fileSize: maxFile, files: 1, fields: 20, fieldSize: 10_000 } })

  const { observe } = addMetrics(app, db, config)
  addHealth(app, db)
  addCallRoutes(app, codeCalls().values(), { db, config }, observe)
  addCallbackRoutes(app, { db, config })
  addFileRoutes(app, { db, config })
  addAttachmentRoutes(app, { db, config })
  addExportRoutes(app, { db, config })
  addPrintRoutes(app, { db, config })
  addImportRoutes(app, { db, config })
  addEventRoutes(app, { db, config })
  if (config.apiDocs !== 'off') await addDocs(app, { db, config })
  const client = clientFolder ?? fileURLToPath(new URL('../client', import.meta.url))
  addLinkRoutes(app, client, { db, config })
  await addStaticRoutes(app, client, config)

  app.setNotFoundHandler(refuseAddress)
  closeUnused(app)
  return app
}
