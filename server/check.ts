import { problemLine } from '../src/core/check/checkResources.ts'
import { resources } from '../src/derive/declared.ts'
import { declarationProblems } from '../src/derive/problems.ts'
import { registry, unansweredCalls } from './calls/registry.ts'

/** What `npm run check` asks of the declarations: the same questions as start-up, without a store. A check that saw nothing has failed. */
const problems = declarationProblems().map(problemLine)
const found = problems.length > 0 ? problems : unansweredCalls()
if (found.length > 0) {
  process.stdout.write(`声明有误，共 ${found.length} 处：\n${found.join('\n')}\n`)
  process.exit(1)
}
if (resources.length === 0 || registry().size === 0) {
  process.stdout.write('没有读到任何声明\n')
  process.exit(1)
}
process.stdout.write(`声明无误：${resources.length} 个资源，${registry().size} 个接口\n`)
