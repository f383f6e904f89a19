import { checkResources, type FileProblem } from '../core/check/checkResources.ts'
import type { Problem } from '../core/check/shape.ts'
import type { Resource } from '../core/resource.ts'
import { byFile } from './declared.ts'

const HERE = '此声明'

/** Gives the mistakes of all declarations at once. */
export const declarationProblems = (): FileProblem[] => checkResources(byFile)

/** Gives the mistakes that a declaration made at run time would have among the files' and `others`, the ones made like it. */
export const problemsAmong = (raw: unknown, others: readonly Resource[]): Problem[] =>
  checkResources({ ...byFile, ...Object.fromEntries(others.map((other) => [`页面“${other.label}”`, other])), [HERE]: raw }, HERE).map(
    ({ file: _file, ...problem }) => problem,
  )
