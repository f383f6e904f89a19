import { withResourceNamed } from '../../core/prints.ts'
import type { Has } from '../../core/related.ts'
import type { Column, Resource } from '../../core/resource.ts'
import { renamed } from './rename.ts'

/** Gives a value with every call of one resource in it made that of another. */
const withCalls = <T>(value: T, from: string, to: string): T => {
  if (typeof value === 'string') return (value.startsWith(`/api/${from}/`) ? `/api/${to}/${value.slice(from.length + 6)}` : value) as T
  if (Array.isArray(value)) return value.map((each) => withCalls(each, from, to)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([word, each]) => [word, withCalls(each, from, to)])) as T
}

const copiedColumn = ({ was: _was, ...column }: Column, from: string, to: string): Column =>
  ((column.is === 'ref' || column.is === 'refs') && column.of === from ? { ...column, of: to } : column) as Column

/** Gives letters like these with which no paper's numbers begin yet. */
const freeLetters = (letters: string, taken: Set<string>): string => {
  const ends = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const stem = letters.slice(0, 4)
  const free = ['', ...ends, ...ends.flatMap((one) => ends.map((other) => one + other))].map((end) => stem + end)
  const found = (taken.has(letters) ? undefined : letters) ?? free.find((each) => !taken.has(each)) ?? letters
  taken.add(found)
  return found
}

/**
 * Gives a screen's declaration as another screen's: what names the screen itself names the other, former names are nobody's, and
 * all else is alike. Only the numbers of its papers begin otherwise where those letters are `taken`.
 */
export const copyOf = (declaration: Resource, name: string, label: string, taken: ReadonlySet<string>): Resource => {
  const from = declaration.name
  const letters = new Set(taken)
  const [key, wanted] = [`${from}_id`, `${name}_id`]
  const isKeyFree = declaration.key === key && !(wanted in declaration.columns)
  const base = isKeyFree ? renamed(declaration, key, wanted, false) : declaration
  const { columns, dialogs, actions, prints, has, access } = base
  return {
    ...base,
    name,
    label,
    path: `/screens/${name}`,
    ...(access === `screen_${from}` ? { access: `screen_${name}` } : {}),
    columns: Object.fromEntries(Object.entries(columns).map(([each, column]) => [each, copiedColumn(column, from, name)])),
    ...(dialogs ? { dialogs: withCalls(dialogs, from, name) } : {}),
    ...(actions ? { actions: withCalls(actions, from, name) } : {}),
    ...(has ? { has: has.map((list: Has) => (list.resource === from ? { ...list, resource: name } : list)) } : {}),
    ...(prints
      ? {
          prints: Object.fromEntries(
            Object.entries(prints).map(([each, print]) => [
              each,
              { ...print, letters: freeLetters(print.letters, letters), text: withResourceNamed(print.text, from, name) },
            ]),
          ),
        }
      : {}),
  } as Resource
}
