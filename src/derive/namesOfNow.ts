type Params = Readonly<Record<string, unknown>>

/** Gives the text of a param that names fields (the order of a list, the columns of a file) with the names that they have now. */
const fieldsOfNow = (former: Readonly<Record<string, string>>, text: string): string =>
  text
    .split(',')
    .map((name) => name.replace(/[^-]+/, (field) => (Object.hasOwn(former, field) ? (former[field] ?? field) : field)))
    .join(',')

/** The params that name fields; no field is called so (src/core/check/checkRunTime.ts). */
const NAMING: ReadonlySet<string> = new Set(['order', 'columns'])

/**
 * Gives a call's params under the names that fields have now: whoever still has the page open from before a field was renamed sends its former name, and so does what
 * was submitted for approval, or put in the queue of exports, then.
 */
export const withNamesOfNow = ({ former }: { readonly former?: Readonly<Record<string, string>> }, params: Params): Params => {
  if (!former) return params
  const nameOf = (name: string): string => {
    const [, stem = name, end = ''] = /^(.*?)(_start|_end)?$/.exec(name) ?? []
    const now = Object.hasOwn(former, name) ? former[name] : Object.hasOwn(former, stem) ? `${former[stem]}${end}` : name
    return now !== undefined && !Object.hasOwn(params, now) ? now : name
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      nameOf(name),
      NAMING.has(name) && typeof value === 'string' ? fieldsOfNow(former, value) : value,
    ]),
  )
}
