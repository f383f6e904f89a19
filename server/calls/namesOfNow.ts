import type { Call } from './defineCall.ts'

type Params = Readonly<Record<string, unknown>>

/**
 * Gives a call's params under the names that fields have now: whoever still has the page open from before a field was renamed sends its former name, and so does what
 * was submitted for approval then.
 */
export const withNamesOfNow = ({ former }: Pick<Call, 'former'>, params: Params): Params => {
  if (!former) return params
  const nameOf = (name: string): string => {
    const [, stem = name, end = ''] = /^(.*?)(_start|_end)?$/.exec(name) ?? []
    const now = Object.hasOwn(former, name) ? former[name] : Object.hasOwn(former, stem) ? `${former[stem]}${end}` : name
    return now !== undefined && !Object.hasOwn(params, now) ? now : name
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [nameOf(name), value]))
}
