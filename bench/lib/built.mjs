import { spawnSync } from 'node:child_process'
import { at } from '../../scripts/lib/paths.mjs'
import { isBuilt } from '../../scripts/lib/stamps.mjs'

/** Inside the repository, so that the bundle finds node_modules. */
const out = '.cache/bench'

let isCurrent = false

/** Builds what is on disk now, unless that is built already, and gives the folder. Once a run: a file saved meanwhile does not change what is measured. */
export const built = () => {
  const folder = at(out)
  if (isCurrent) return folder
  isCurrent = true
  if (isBuilt(folder)) return folder
  const { status } = spawnSync(process.execPath, [at('scripts', 'build.mjs'), '--out', out], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
  return folder
}
