import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { fromDeclared } from '../../src/derive/declared.ts'
import { openapiOf } from '../../src/derive/openapi.ts'
import { UNSIGNED_PATHS } from '../../src/protocol/envelope.ts'
import { codeOf, registry } from '../calls/registry.ts'

/** Screens made at run time come and go, so the document is made when it is asked for. */
const documentNow = fromDeclared(() =>
  openapiOf(
    [...registry().values()].map((call) => ({
      path: call.path,
      label: call.label,
      group: call.group,
      code: codeOf(call),
      isPublic: call.can === 'public',
      isSigned: !UNSIGNED_PATHS.has(call.path),
      takesFile: call.takesFile === true,
      params: call.params,
    })),
  ),
)

/** Adds /docs, the API's pages, made from the call registry. */
export const addDocs = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, { mode: 'static', specification: { document: documentNow() as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1 },
    transformSpecification: () => documentNow() as never,
    transformSpecificationClone: false,
    logLevel: 'warn',
  })
}
