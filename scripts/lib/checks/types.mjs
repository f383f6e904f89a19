import { sep } from 'node:path'
import { at } from '../paths.mjs'
import { node } from '../run.mjs'

const isOurs = (line) => /\.tsx?$/.test(line) && !line.includes(': error ') && !line.split(/[\\/]/).includes('node_modules')

export const types = async (project) => {
  const { code, text } = await node([at('node_modules', 'typescript', 'bin', 'tsc'), '-p', project, '--pretty', 'false', '--listFiles'], {
    quiet: true,
  })
  const lines = text.split(/\r?\n/)
  const isListed = (line) => /^(\/|[A-Za-z]:[\\/]).*\.(ts|mts|cts|tsx|json)$/.test(line.replaceAll(sep, '/'))
  return { seen: lines.filter(isOurs).length, problem: code === 0 ? null : lines.filter((line) => !isListed(line)).join('\n') }
}
