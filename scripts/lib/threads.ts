import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { besideModule, placed } from './beside.ts'
import { packageFiles } from './packageFiles.ts'

const QUERY = '?thread'

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
      plugins: [packageFiles({ isCopied: false })],
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
      return besideModule(this.emitFile({ type: 'chunk', id: file }))
    },
    renderChunk(code, { fileName }) {
      return placed(code, fileName, (reference) => this.getFileName(reference))
    },
  }
}
