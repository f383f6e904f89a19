import { readFileSync } from 'node:fs'
import { at } from '../paths.mjs'
import { projectFiles } from '../projectFiles.mjs'

const MAX_LINES = 300

const linesIn = (file) => {
  const text = readFileSync(at(file), 'utf8')
  return text.includes('\0') ? 0 : text.trimEnd().split('\n').length
}

export const lengths = async () => {
  const files = projectFiles(['src', 'server'])
  const long = files.map((file) => ({ file, lines: linesIn(file) })).filter(({ lines }) => lines > MAX_LINES)
  return {
    seen: files.length,
    problem: long.length > 0 ? long.map(({ file, lines }) => `${file}：${lines} 行，最多 ${MAX_LINES} 行`).join('\n') : null,
  }
}
