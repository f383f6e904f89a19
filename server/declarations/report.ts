import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type FileProblem, problemLine } from '../../src/core/check/checkResources.ts'
import { declarationProblems } from '../../src/declared/problems.ts'
import { lineOf, type Parse } from './lineOf.ts'

const SCREENS = 'src/ui/screens'

/** The words that a page's `screen` may be: its folders. Null where the sources are not at hand; then the build has asked. */
const screens = (): string[] | null =>
  existsSync(SCREENS)
    ? readdirSync(SCREENS).filter((name) => {
        const folder = `${SCREENS}/${name}`
        return !name.includes('.') && readdirSync(folder).some((file) => file.endsWith('Screen.tsx'))
      })
    : null

/** The parser of the build's own tools; where they are not installed lines are left out. */
const parser = (): Promise<Parse | null> =>
  import('vite').then(
    ({ parseAst }) => parseAst as Parse,
    () => null,
  )

const withLines = async (problems: readonly FileProblem[]): Promise<FileProblem[]> => {
  const parse = await parser()
  return problems.map((problem) => {
    const line = parse && existsSync(problem.file) ? lineOf(readFileSync(problem.file, 'utf8'), problem, parse) : null
    return line === null ? problem : { ...problem, line }
  })
}

const unanswered = async (): Promise<FileProblem[]> => {
  const [{ unansweredCalls }, { wrongLayouts }] = await Promise.all([
    import('../calls/registry.ts'),
    import('../imports/layouts/registry.ts'),
    import('../wiring.ts'),
  ])
  return [...unansweredCalls(), ...wrongLayouts()]
}

/**
 * Gives what start-up and `npm run check` say of wrong declarations, all at once; null where nothing is wrong. What calls nobody answers
 * is asked once all else is right: only then can anything be made of the declarations.
 */
export const wrongDeclarations = async (): Promise<string | null> => {
  const own = declarationProblems(screens())
  const found = own.length > 0 ? own : await unanswered()
  if (found.length === 0) return null
  return `声明有误，共 ${found.length} 处：\n${(await withLines(found)).map(problemLine).join('\n')}`
}
