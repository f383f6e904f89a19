import { checkForm } from '../core/check/checkForms.ts'
import { checkResources, type FileProblem, groundOf } from '../core/check/checkResources.ts'
import { isPlainObject, joined, type Problem, stepsOf } from '../core/check/shape.ts'
import type { Resource } from '../core/resource.ts'
import { byFile } from './files.ts'

const HERE = '此声明'

/** Every file of src/schemas with what it exports. */
const schemaFiles = import.meta.glob<Readonly<Record<string, unknown>>>('../schemas/**/*.ts', { eager: true })

const exportsOf = (files: Readonly<Record<string, Readonly<Record<string, unknown>>>>): [file: string, name: string, value: object][] =>
  Object.entries(files).flatMap(([path, module]) =>
    Object.entries(module).flatMap(([name, value]): [string, string, object][] =>
      typeof value === 'object' && value !== null ? [[path.replace('../', 'src/'), name, value]] : [],
    ),
  )

interface Place {
  file: string
  at: string
}

type Places = ReadonlyMap<object, Place>

const isForm = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && value.type === 'object' && 'properties' in value && 'title' in value

const within = (value: object): [string | number, object][] =>
  Object.entries(value).flatMap(([key, inner]): [string | number, object][] =>
    typeof inner === 'object' && inner !== null ? [[Array.isArray(value) ? Number(key) : key, inner]] : [],
  )

/** Where each object of the schema files stands: what one file exports for others is its own before it is theirs. */
const placesOf = (exported: readonly [string, string, object][]): Places => {
  const places = new Map<object, Place>()
  for (const [file, at, value] of exported) if (!places.has(value)) places.set(value, { file, at })
  const walk = (value: object, { file, at }: Place): void => {
    for (const [step, inner] of within(value)) {
      if (places.has(inner)) continue
      const place = { file, at: joined(at, step) }
      places.set(inner, place)
      walk(inner, place)
    }
  }
  for (const [, , value] of exported) walk(value, places.get(value) as Place)
  return places
}

/** Gives a mistake with the file in which what is wrong is written: a form, or a part of one, may come from a schema file. */
const placed = (problem: FileProblem, raw: unknown, places: Places): FileProblem => {
  const steps = stepsOf(problem.at)
  let value = raw
  let found = problem
  for (let depth = 0; depth <= steps.length && typeof value === 'object' && value !== null; depth++) {
    const place = places.get(value)
    if (place) found = { ...problem, file: place.file, at: steps.slice(depth).reduce<string>(joined, place.at) }
    value = (value as Record<string | number, unknown>)[steps[depth] ?? '']
  }
  return found
}

/**
 * Gives the mistakes of all declarations and all forms at once, each with the file it stands in. Asked before anything is made of them.
 * `screens` are the words that a page's `screen` may be, where they are known.
 */
export const declarationProblems = (
  screens: readonly string[] | null = null,
  declarations: Readonly<Record<string, unknown>> = byFile,
  schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = schemaFiles,
): FileProblem[] => {
  const exported = exportsOf(schemas)
  const places = placesOf(exported)
  const { calls } = groundOf(Object.values(declarations), screens)
  const used = new Set(
    Object.values(declarations).flatMap((raw) => (isPlainObject(raw) ? [raw.form, ...Object.values(raw.dialogs ?? {})] : [])),
  )
  const found = [
    ...checkResources(declarations, undefined, screens).map((problem) => placed(problem, declarations[problem.file], places)),
    ...exported.flatMap(([file, , value]) =>
      isForm(value) && !used.has(value) ? checkForm(value, '', calls).map((problem) => placed({ file, ...problem }, value, places)) : [],
    ),
  ]
  const told = new Set<string>()
  // A form that several declarations open is wrong once.
  return found.filter(({ file, id, at, message }) => {
    const key = [file, id, at, message].join('\n')
    return !told.has(key) && told.add(key)
  })
}

/** How a mistake calls another page. Two may have one label, and are two. */
const calledAmong = ({ name, label }: Resource, others: readonly Resource[]): string =>
  others.some((other) => other.label === label && other.name !== name) ? `页面“${label}”（${name}）` : `页面“${label}”`

/** Gives the mistakes that a declaration made at run time would have among the files' and `others`, the ones made like it. */
export const problemsAmong = (raw: unknown, others: readonly Resource[]): Problem[] =>
  checkResources({ ...byFile, ...Object.fromEntries(others.map((other) => [calledAmong(other, others), other])), [HERE]: raw }, HERE).map(
    ({ file: _file, ...problem }) => problem,
  )
