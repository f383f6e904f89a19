import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openapiOf } from '../../src/derive/openapi.ts'
import { UNSIGNED_PATHS } from '../../src/protocol/envelope.ts'
import { codeOf, registry } from '../calls/registry.ts'

/** Adds /docs, the API's pages, made from the call registry. */
export const addDocs = async (app: FastifyInstance): Promise<void> => {
  const calls = [...registry().values()].map((call) => ({
    path: call.path,
    label: call.label,
    group: call.group,
    code: codeOf(call),
    isPublic: call.can === 'public',
    isSigned: !UNSIGNED_PATHS.has(call.path),
    takesFile: call.takesFile === true,
    params: call.params,
  }))
  await app.register(swagger, { mode: 'static', specification: { document: openapiOf(calls) as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1 },
    logLevel: 'warn',
  })
}
