import { existsSync, readFileSync } from 'node:fs'
import { errorsDoc } from '../errorsDoc.mjs'
import { at } from '../paths.mjs'
import { projectFiles } from '../projectFiles.mjs'

/** docs/errors.md says what the table says, and no code stands in it that nothing answers with. */
export const errors = async () => {
  const wanted = await errorsDoc()
  const codes = [...wanted.matchAll(/^\| (\d+) /gm)].map(([, code]) => code)
  const server = projectFiles(['server'])
    .map((file) => readFileSync(at(file), 'utf8'))
    .join('\n')
  const unused = codes.filter((code) => code !== '200' && !server.includes(`CallError(${code}`))
  const found = existsSync(at('docs', 'errors.md')) ? readFileSync(at('docs', 'errors.md'), 'utf8') : ''
  const problems = [
    ...(found === wanted ? [] : ['docs/errors.md 与 src/core/errors.ts 不一致，请运行 node scripts/errors-doc.mjs']),
    ...unused.map((code) => `错误码 ${code} 没有一处抛出`),
  ]
  return { seen: codes.length, problem: problems.length > 0 ? problems.join('\n') : null }
}
