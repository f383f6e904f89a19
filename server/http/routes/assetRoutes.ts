import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }
/** The forms in which the build leaves a file (scripts/lib/precompress.mjs), best first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Adds the built client's scripts and styles, sent from memory, as small as the browser takes them, and cached for ever, for their names
 * change with what is in them. They are some 4 MB; read from the disk each would wait for four rounds of the thread pool while a browser
 * that is starting keeps the processors busy (docs/benchmarks.md). Any other file is left to the routes for files.
 */
export const addAssetRoutes = (app: FastifyInstance, folder: string): void => {
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const plain = readFileSync(join(folder, name))
    const forms = new Map<string, Buffer>()
    for (const [encoding, suffix] of FORMS) {
      const file = join(folder, name + suffix)
      if (existsSync(file)) forms.set(encoding, readFileSync(file))
    }
    app.get(`/assets/${name}`, { logLevel: 'warn' }, async (request, reply) => {
      const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...forms.keys()])
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .header('content-type', type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        .send((encoding && forms.get(encoding)) || plain)
    })
  }
}
