import { sep } from 'node:path'
import { at } from '../paths.mjs'
import { node } from '../run.mjs'

const isOurs = (line) => /\.tsx?$/.test(line) && !line.includes(': error ') && !line.split(/[\\/]/).includes('node_modules')

export const types = async (project) => {
  // One checker: each of several finds the rows' types out of the declarations anew, which is half of all there is to do.
  const options = ['-p', project, '--pretty', 'false', '--listFiles', '--checkers', '1']
  const { code, text } = await node([at('node_modules', 'typescript', 'bin', 'tsc'), ...options], { quiet: true })
  const lines = text.split(/\r?\n/)
  const isListed = (line) => /^(\/|[A-Za-z]:[\\/]).*\.(ts|mts|cts|tsx|json)$/.test(line.replaceAll(sep, '/'))
  return { seen: lines.filter(isOurs).length, problem: code === 0 ? null : lines.filter((line) => !isListed(line)).join('\n') }
}
