import { at } from '../paths.mjs'
import { projectFiles } from '../projectFiles.mjs'
import { node } from '../run.mjs'

/** What nothing uses: files, exports and dependencies (knip.json says where the program begins, and what is used by its name alone). */
export const unused = async () => {
  const { code, text } = await node([at('node_modules', 'knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'], { quiet: true })
  return { seen: projectFiles(['src', 'server', 'scripts', 'bench', 'tests']).length, problem: code === 0 ? null : text }
}
