import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** What the document is read as: some megabytes of text, of which YAML takes most of a second of the thread that answers everybody. */
const TEXTS: ReadonlySet<string | undefined> = new Set(['/docs/json', '/docs/yaml'])

const kept = new Map<string | undefined, { of: unknown; type: unknown; text: string }>()

/** Has each text of the document made once, by whoever asks first, until other screens are declared. Added behind what says who may read it. */
const keepTexts = (docs: FastifyInstance): void => {
  const had = ({ routeOptions: { url } }: FastifyRequest) => (kept.get(url)?.of === documentNow() ? kept.get(url) : undefined)
  docs.addHook('onRequest', async (request, reply) => {
    const text = had(request)
    if (text) return reply.header('content-type', text.type).send(text.text)
  })
  docs.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions
    if (TEXTS.has(url) && reply.statusCode === 200 && typeof payload === 'string' && !had(request))
      kept.set(url, { of: documentNow(), type: reply.getHeader('content-type'), text: payload })
    return payload
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
    keepTexts(docs)
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
