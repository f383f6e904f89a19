import type { Action } from '../action.ts'
import type { Field, FormSchema } from '../form.ts'
import type { Beginning } from '../related.ts'
import type { Resource } from '../resource.ts'
import { fitsColumn, fitsField } from './fits.ts'
import { isKnown, type Say } from './say.ts'

const formOf = ({ dialogs }: Resource, { opens }: Action): FormSchema | undefined =>
  (dialogs as Readonly<Record<string, FormSchema>> | undefined)?.[opens ?? '']

/** What a record says: its columns, and what it refers to by name. */
const readable = ({ columns }: Resource): string[] =>
  Object.entries(columns).flatMap(([name, { is }]) => (is === 'ref' ? [name, `${name}_title`] : [name]))

const checkOne = ({ with: given, when }: Beginning, form: FormSchema, from: Resource | undefined, at: string, say: Say): void => {
  for (const [name, value] of Object.entries(given)) {
    if (!isKnown(name, Object.keys(form.properties), `${at}.with`, say, '字段')) continue
    if (typeof value !== 'string' || !value.startsWith('$')) {
      if (!fitsField(form.properties[name] as Field, value)) say('R167', `${at}.with.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
    } else if (from) isKnown(value.slice(1), readable(from), `${at}.with.${name}`, say, `列（${from.label}）`)
  }
  for (const [name, wanted] of Object.entries(from ? (when ?? {}) : {})) {
    const column = isKnown(name, Object.keys(from?.columns ?? {}), `${at}.when`, say, '列') ? from?.columns[name] : undefined
    for (const value of [wanted].flat())
      if (column && value !== '' && !fitsColumn(column, value))
        say('R167', `${at}.when.${name}`, `'${name}' 不会是 ${JSON.stringify(value)}`)
  }
}

/** Says what is wrong with the records from which actions begin: what their dialogs have no field for, and what such a record does not know. */
export const checkBeginnings = (
  resource: Resource,
  { names, resources }: { names: readonly string[]; resources: ReadonlyMap<string, Resource> },
  say: Say,
): void => {
  for (const [name, action] of Object.entries(resource.actions ?? {}) as [string, Action][])
    for (const [index, beginning] of (action.begins ?? []).entries()) {
      const at = `actions.${name}.begins[${index}]`
      isKnown(beginning.on, names, `${at}.on`, say, '资源')
      const form = formOf(resource, action)
      if (action.on !== 'page' || !form) say('R167', at, "begins 只能写在 on: 'page'、写了 opens 的操作上：要有可填的对话框")
      else checkOne(beginning, form, resources.get(beginning.on), at, say)
    }
}
