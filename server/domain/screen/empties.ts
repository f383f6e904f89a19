import { pick } from 'es-toolkit'
import { isAlwaysFilled } from '../../../src/core/asked.ts'
import { CallError } from '../../../src/core/errors.ts'
import type { Field, FormSchema } from '../../../src/core/form.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { completedAmong, resourceNamed } from '../../../src/declared/declared.ts'
import { form } from '../../../src/derive/callParams.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { coerceParams } from '../../../src/derive/forms/coerce.ts'
import { validateForm } from '../../../src/derive/forms/validateForm.ts'
import type { Session } from '../../caller/session.ts'
import { countEmpties, fillEmpties } from '../../store/bringUp/empties.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { goneChoices } from './goneChoices.ts'
import { goneRights } from './goneRights.ts'

/** A screen that is to be published: what it will be, and what is in force until then. */
interface Following {
  next: Resource
  published: Resource | null
}

const RULES = ['pattern', 'x-linear', 'minLength', 'maxLength', 'minimum', 'maximum', 'x-decimals'] as const
const PREFIX = 'fill_'

/** The column in which records begin to have states with this publication; none where they had some, or have none. */
const begunIn = ({ next, published }: Following): string | undefined => (published?.states ? undefined : next.states?.column)

/** Where records come to have states, has those that are in none begin in the first, whoever may see them. */
export const beginStates = async (tx: Tx, following: Following, resource: CompleteResource): Promise<void> => {
  const column = begunIn(following)
  const first = resource.column[column ?? '']?.spec.default
  if (column && following.published) await fillEmpties(tx, resource, { [column]: first }, { scope: null, column: null })
}

/** A field of its kind, with the rules that the screen's own dialogs have for it. */
const fieldsFor = (columns: readonly CompleteColumn[], { next }: Following): FormSchema['properties'] => {
  const names = columns.map(({ name }) => name)
  const derived = completedAmong({ ...next, form: names, dialogs: {}, calls: {} }).actions.find(({ name }) => name === 'add')?.form
  const dialogs = (next.dialogs ?? {}) as Readonly<Record<string, FormSchema>>
  return Object.fromEntries(
    names.flatMap((name): [string, Field][] => {
      const field = derived?.properties[name]
      if (!field) return []
      const { default: _default, ...asked } = field
      const own = (dialogs.add ?? dialogs.edit)?.properties[name]
      const rules = own?.type === field.type ? pick({ ...own } as Record<string, unknown>, RULES) : {}
      return [[PREFIX + name, { ...asked, ...rules, 'x-msg': { ...field['x-msg'], ...own?.['x-msg'] } } as Field]]
    }),
  )
}

/** Pictures and attachments belong to one record each, and what is to be unique cannot be the same in several. */
const canFill = ({ column, count }: { column: CompleteColumn; count: number }): boolean =>
  column.is !== 'images' && column.is !== 'files' && (count === 1 || !('unique' in column.spec && column.spec.unique))

const within = ({ published }: Following, session: Pick<Session, 'scope'>, now: (name: string) => string = (name) => name) => ({
  scope: session.scope,
  column: published?.scope ? now(published.scope) : null,
})

/**
 * Gives what the dialog that publishes a screen asks beside its own: for each required field that records of the caller's projects leave
 * empty, how many do, and a field for a value to fill them with. A field that one value cannot fill is only named, and so are a choice that goes
 * although records hold it, and a right that goes although roles hold it.
 */
export const emptiesOf = async (
  db: Queryable,
  following: Following,
  session: Pick<Session, 'scope'>,
): Promise<{ description?: string; properties: FormSchema['properties'] }> => {
  if (!following.published) return { properties: {} }
  const counted = await countEmpties(db, completedAmong(following.next), within(following, session))
  const found = counted.filter(({ column }) => column.name !== begunIn(following))
  const fields = fieldsFor(
    found.filter(canFill).map(({ column }) => column),
    following,
  )
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field], place) => {
      const count = found.find(({ column }) => PREFIX + column.name === name)?.count ?? 0
      const description = `有 ${count} 条记录没有填“${field.title}”。在这里填一个值，发布时一并填上；留空，则以后编辑时再填`
      return [name, { ...field, description, 'x-wide': true as const, ...(place === 0 ? { 'x-section': '必填而还空着的字段' } : {}) }]
    }),
  )
  const others = found.filter((one) => !canFill(one)).map(({ column, count }) => `“${column.label}” ${count} 条`)
  const gone = await goneChoices(db, following.published, following.next, within(following, session))
  const lost = await goneRights(db, following.published, following.next)
  const description = [
    ...(others.length > 0 ? [`必填而还空着的，须逐条填写：${others.join('、')}`] : []),
    ...(gone.length > 0 ? [`去掉的选项还有记录在用，发布后只显示成数：${gone.join('、')}`] : []),
    ...(lost.length > 0 ? [`发布后有角色失去权限：${lost.join('、')}`] : []),
  ].join('；')
  return { properties, ...(description === '' ? {} : { description }) }
}

/**
 * Gives the values that the publisher gave for fields that records leave empty, by column. `text` is JSON by the names that `emptiesOf`
 * gave. Throws 400, with the field, where one breaks its rules or is not asked for.
 */
export const fillsOf = (following: Following, text: string | undefined): Record<string, unknown> => {
  if (text === undefined || text === '') return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = null
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CallError(400, '要填的值须是一个对象 {…}', { field: 'fills' })
  const required = completedAmong(following.next).columns.filter(
    ({ spec, isStored, is }) => isAlwaysFilled(spec) && isStored && is !== 'images' && is !== 'files',
  )
  const asked = form('填空着的字段', fieldsFor(required, following))
  const values = coerceParams(asked, given as Record<string, unknown>)
  const [broken] = validateForm(asked, values)
  if (broken) throw new CallError(400, broken.message, { field: broken.field, rule: broken.rule })
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.slice(PREFIX.length), value]))
}

/** Fills what records of the publisher's projects leave empty, when the table has been brought up: a reference only to what he may see. */
export const fill = async (
  tx: Tx,
  following: Following,
  resource: CompleteResource,
  values: Readonly<Record<string, unknown>>,
  session: Pick<Session, 'scope'>,
): Promise<void> => {
  const resolve = (name: string): CompleteResource => (name === resource.name ? resource : resourceNamed(name))
  await belongingOf(tx, resource, values, session.scope, resolve).catch((error: unknown) => {
    throw error instanceof CallError
      ? new CallError(error.code, error.message, { field: PREFIX + (error.data as { field: string }).field })
      : error
  })
  await fillEmpties(
    tx,
    resource,
    values,
    within(following, session, (name) => resource.former[name] ?? name),
  )
}
