import type { Field, FormSchema, RowSchema } from '../../core/form.ts'
import type { Resource } from '../../core/resource.ts'

/** Tells whether a text fits a pattern. */
export type Matcher = (text: string) => boolean

let compile: ((pattern: string) => Matcher) | null = null
const compiled = new Map<string, Matcher>()
/** Patterns come and go with screens; should they pile up, forget rather than grow. */
const MOST = 500

/** Gives the engine by which patterns of screens made at run time are judged (src/derive/patterns/re2.ts). The server has it from the start, a browser once it meets such a pattern. */
export const provideLinearEngine = (engine: (pattern: string) => Matcher): void => {
  compile = engine
}

/**
 * Whether a text fits a pattern that someone wrote at run time, in time linear in the text whatever the pattern is. True where the
 * engine is not here yet: then the server alone judges.
 */
export const fitsLinear = (pattern: string, text: string): boolean => {
  if (!compile) return true
  let matcher = compiled.get(pattern)
  if (!matcher) {
    if (compiled.size > MOST) compiled.clear()
    matcher = compile(pattern)
    compiled.set(pattern, matcher)
  }
  return matcher(text)
}

const linearField = (field: Field): Field => {
  if (field.type === 'string' && field.pattern) return { ...field, 'x-linear': true }
  return field.type === 'array' && 'properties' in field.items ? { ...field, items: linearRow(field.items) } : field
}

const linearRow = <R extends RowSchema>(row: R): R => ({
  ...row,
  properties: Object.fromEntries(Object.entries(row.properties).map(([name, field]) => [name, linearField(field)])),
})

/** Gives a declaration made at run time with its patterns marked to be judged by the engine of linear time. */
export const withLinearPatterns = (resource: Resource): Resource => {
  const dialogs = resource.dialogs as Readonly<Record<string, FormSchema>> | undefined
  if (!dialogs) return resource
  return { ...resource, dialogs: Object.fromEntries(Object.entries(dialogs).map(([name, form]) => [name, linearRow(form)])) } as Resource
}

/** Whether any of these declarations has a pattern, for which a browser fetches the engine. */
export const havePatterns = (resources: readonly Resource[]): boolean =>
  JSON.stringify(resources.map(({ dialogs }) => dialogs ?? {})).includes('"pattern":')
