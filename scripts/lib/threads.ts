import { createHash } from 'node:crypto'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const QUERY = '?thread'
const PLACE = 'thread-file-'

/**
 * Gives the URL of what a thread runs for `import url from './work.ts?thread'`: in a build a file of its own beside the server's, and where
 * modules are run from their sources (tests, benches) one bundled to .cache, since a thread of Node 20 reads no TypeScript.
 */
export const threads = (): Plugin => {
  let isBuild = false
  const bundled = async (id: string): Promise<string> => {
    const name = createHash('sha256').update(id).digest('hex').slice(0, 12)
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: id,
        outDir: resolve('.cache/threads'),
        emptyOutDir: false,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
      },
    })
    return pathToFileURL(resolve('.cache/threads', `${name}.mjs`)).href
  }
  return {
    name: 'threads',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const file = id.slice(0, -QUERY.length)
      if (!isBuild) return `export default ${JSON.stringify(await bundled(file))}`
      // Vite would make the chunk's address one of the client's: it is put in when all names are known.
      return `export default new URL(${JSON.stringify(PLACE + this.emitFile({ type: 'chunk', id: file }))}, import.meta.url).href`
    },
    renderChunk(code, { fileName }) {
      const placed = code.replace(/thread-file-([\w$-]+)(?=["'`])/g, (_all, reference: string) => {
        const path = relative(dirname(fileName), this.getFileName(reference))
        return path.startsWith('.') ? path : `./${path}`
      })
      return placed === code ? null : { code: placed, map: null }
    },
  }
}
