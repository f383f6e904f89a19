import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { fromDeclared, resources } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { openapiOf } from '../../../src/derive/openapi.ts'
import { stateGraphOf } from '../../../src/derive/stateGraph.ts'
import { statePicture } from '../../../src/derive/statePicture.ts'
import { UNSIGNED_PATHS } from '../../../src/protocol/envelope.ts'
import { isForAnyone, isFromPhone } from '../../calls/defineCall.ts'
import { codesOf, registry } from '../../calls/registry.ts'
import { download, sessionOf } from '../download.ts'
import type { Ground } from '../runCall.ts'

const PICTURES = '/docs/states'

/** The resources whose records live through states, by the call that lists them. */
const livingByCall = (): Map<string, CompleteResource> =>
  new Map(resources.flatMap((resource) => (resource.states && resource.calls.index ? [[resource.calls.index, resource]] : [])))

/** Screens made at run time come and go, so the document is made when it is asked for. */
const documentNow = fromDeclared(() => {
  const living = livingByCall()
  return openapiOf(
    [...registry().values()].map((call) => ({
      path: call.path,
      label: call.label,
      group: call.group,
      codes: codesOf(call),
      isPublic: isForAnyone(call.can),
      isByLink: call.can === 'link',
      isSigned: !isFromPhone(call.can) && !UNSIGNED_PATHS.has(call.path),
      takesFile: call.takesFile === true,
      params: call.params,
      picture: living.has(call.path) ? `${PICTURES}/${living.get(call.path)?.name}.svg` : null,
    })),
  )
})

/** Adds the pictures of how records live: a file for each resource that has states, for whoever may read /docs. */
const addPictures = (docs: FastifyInstance): void => {
  docs.get<{ Params: { name: string } }>(`${PICTURES}/:name.svg`, async ({ params }, reply) => {
    const resource = [...livingByCall().values()].find(({ name }) => name === params.name)
    if (!resource?.states) return reply.callNotFound()
    const { states, moves, label } = resource
    return reply.type('image/svg+xml; charset=utf-8').send(statePicture(stateGraphOf({ states, moves }), label))
  })
}

/** Adds /docs, the API's pages and their JSON, made from the call registry: for who is logged in, or for anyone (API_DOCS). */
export const addDocs = async (app: FastifyInstance, { db, config }: Ground): Promise<void> => {
  await app.register(async (docs) => {
    if (config.apiDocs !== 'open')
      docs.addHook(
        'onRequest',
        download(async (request) => void (await sessionOf(db, request))),
      )
    addPictures(docs)
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
