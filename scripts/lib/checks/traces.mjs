import { readFileSync } from 'node:fs'
import { at } from '../paths.mjs'
import { projectFiles } from '../projectFiles.mjs'

// Each is put together from two parts so that this file does not find itself.
const everywhere = [`/wo${'rk/'}`, `"resolved"${': "http'}`]
/** A lock file without addresses installs from whatever registry the reader has; the addresses of funding pages may stay. */
const inLock = /https?:\/\/[^"\s]*(registry|artifactory|nexus|npmmirror|\.tgz)/i

const problemsIn = (file) => {
  const text = readFileSync(at(file), 'utf8')
  if (text.includes('\0')) return []
  return text.split('\n').flatMap((line, index) => {
    const isFound = everywhere.some((trace) => line.includes(trace)) || (file === 'package-lock.json' && inLock.test(line))
    return isFound ? [`${file}:${index + 1}：${line.trim().slice(0, 120)}`] : []
  })
}

/** Nothing of the machine that it was written on: no absolute path of its work tree, no address of its package source. */
export const traces = async () => {
  const files = projectFiles()
  const problems = files.flatMap(problemsIn)
  return { seen: files.length, problem: problems.length > 0 ? problems.join('\n') : null }
}
