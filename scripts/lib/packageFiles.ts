import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { besideModule, placed } from './beside.ts'

const QUERY = '?file'
const FOUND = '\0package-file:'
/** The name of the module that says where a file is: not a path, since what lies in node_modules is not asked of a plugin in tests, and a .json is read. */
const moduleOf = (file: string): string => `${FOUND}${Buffer.from(file).toString('base64url')}`
const fileOf = (module: string): string => Buffer.from(module.slice(FOUND.length), 'base64url').toString()

/**
 * Gives the URL of one file of a package for `import url from 'package/data.json?file'`: a build copies that file beside the server, so that
 * what is installed carries the two weights of a font that are used and not the package of nine. Where nothing is copied (tests, benches) it
 * is the file in node_modules.
 */
export const packageFiles = ({ isCopied }: { isCopied: boolean }): Plugin => ({
  name: 'package-files',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.endsWith(QUERY) || importer === undefined) return null
    return moduleOf(createRequire(importer.replace(/\?.*$/, '')).resolve(id.slice(0, -QUERY.length)))
  },
  load(id) {
    if (!id.startsWith(FOUND)) return null
    const file = fileOf(id)
    if (!isCopied) return `export default ${JSON.stringify(pathToFileURL(file).href)}`
    return besideModule(this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) }))
  },
  renderChunk(code, { fileName }) {
    return placed(code, fileName, (reference) => this.getFileName(reference))
  },
})
