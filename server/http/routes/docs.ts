import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { fromDeclared } from '../../../src/declared/declared.ts'
import { openapiOf } from '../../../src/derive/openapi.ts'
import { UNSIGNED_PATHS } from '../../../src/protocol/envelope.ts'
import { codesOf, registry } from '../../calls/registry.ts'
import { download, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

/** Screens made at run time come and go, so the document is made when it is asked for. */
const documentNow = fromDeclared(() =>
  openapiOf(
    [...registry().values()].map((call) => ({
      path: call.path,
      label: call.label,
      group: call.group,
      codes: codesOf(call),
      isPublic: call.can === 'public',
      isSigned: !UNSIGNED_PATHS.has(call.path),
      takesFile: call.takesFile === true,
      params: call.params,
    })),
  ),
)

/** Adds /docs, the API's pages and their JSON, made from the call registry: for who is logged in, or for anyone (API_DOCS). */
export const addDocs = async (app: FastifyInstance, { db, config }: Ground): Promise<void> => {
  await app.register(async (docs) => {
    if (config.apiDocs !== 'open')
      docs.addHook(
        'onRequest',
        download(async (request) => void (await sessionOf(db, request))),
      )
    await docs.register(swagger, { mode: 'static', specification: { document: documentNow() as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1 },
      transformSpecification: () => documentNow() as never,
      transformSpecificationClone: false,
      logLevel: 'warn',
    })
  })
}
