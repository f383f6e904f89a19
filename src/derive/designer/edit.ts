import type { FormSchema } from '../../core/form.ts'
import type { Action, Column, Resource } from '../../core/resource.ts'

type Columns = Record<string, Column>
type Actions = Record<string, Action>

const renamedKeys = <T>(some: Readonly<Record<string, T>>, from: string, to: string): Record<string, T> =>
  Object.fromEntries(Object.entries(some).map(([name, value]) => [name === from ? to : name, value]))

const renamedForm = (form: FormSchema, from: string, to: string): FormSchema => ({
  ...form,
  properties: renamedKeys(form.properties, from, to),
  ...(form.required ? { required: form.required.map((name) => (name === from ? to : name)) } : {}),
})

/** Gives the declaration with a field called otherwise everywhere in it; one that is published is known by its former name too. */
const renamed = (resource: Resource, from: string, to: string, isPublished: boolean): Resource => {
  const each = (name: string): string => (name === from ? to : name)
  const columns = renamedKeys(resource.columns, from, to) as Columns
  const column = columns[to]
  if (isPublished && column)
    columns[to] = { ...column, was: [...new Set([...(column.was ?? []), from])].filter((was) => was !== to) } as Column
  const actions = Object.entries((resource.actions ?? {}) as Actions).map(([name, action]) => [
    name,
    {
      ...action,
      ...(action.when ? { when: renamedKeys(action.when as never, from, to) } : {}),
      ...(action.set ? { set: renamedKeys(action.set as never, from, to) } : {}),
    },
  ])
  return {
    ...resource,
    columns,
    key: each(resource.key),
    ...(resource.title ? { title: each(resource.title) } : {}),
    ...(resource.sort ? { sort: [each(resource.sort[0]), resource.sort[1]] as const } : {}),
    ...(resource.form ? { form: resource.form.map(each) } : {}),
    ...(resource.scope ? { scope: each(resource.scope) } : {}),
    ...(resource.unique ? { unique: resource.unique.map((group) => group.map(each)) } : {}),
    ...(resource.actions ? { actions: Object.fromEntries(actions) } : {}),
    ...(resource.dialogs
      ? {
          dialogs: Object.fromEntries(
            Object.entries(resource.dialogs).map(([name, form]) => [name, renamedForm(form as FormSchema, from, to)]),
          ),
        }
      : {}),
  } as Resource
}

/** Gives the published column that a field of the draft is, under whatever name it had then; null for one that has come since. */
export const publishedAs = (published: Resource | null, resource: Resource, name: string): Column | null => {
  const names = [name, ...(resource.columns[name]?.was ?? [])]
  return names.map((each) => published?.columns[each]).find((column) => column !== undefined) ?? null
}

/** Where a field belongs in the add dialog: where it was, or else last. */
const askedIn = (resource: Resource, name: string, isAsked: boolean): string[] => {
  const form = resource.form ?? []
  if (!isAsked) return form.filter((other) => other !== name)
  return form.includes(name) ? [...form] : [...form, name]
}

interface FieldChange {
  /** The field's name so far; null adds one. */
  from: string | null
  name: string
  column: Column
  isAsked: boolean
  isPublished: boolean
}

/** Gives the declaration with a field put in, or changed. */
export const putField = (resource: Resource, { from, name, column, isAsked, isPublished }: FieldChange): Resource => {
  const base = from !== null && from !== name ? renamed(resource, from, name, isPublished) : resource
  const known = base.columns[name]
  const put = { ...column, ...(known?.was ? { was: known.was } : {}) } as Column
  const columns = { ...base.columns, [name]: put }
  const sorted = base.sort?.[0] === name && !column.sort && name !== base.key
  const { sort: _sort, ...unsorted } = base
  return { ...(sorted ? unsorted : base), columns, form: askedIn(base, name, isAsked && !column.retired) } as Resource
}

/** Gives the declaration with a field one place further up or down, in the list and in the dialog. */
export const moveField = (resource: Resource, name: string, by: -1 | 1): Resource => {
  const names = Object.keys(resource.columns)
  const place = names.indexOf(name)
  const other = names[place + by]
  if (place < 0 || other === undefined) return resource
  names[place] = other
  names[place + by] = name
  const form = [...(resource.form ?? [])].sort((a, b) => names.indexOf(a) - names.indexOf(b))
  return { ...resource, columns: Object.fromEntries(names.map((each) => [each, resource.columns[each]])) as Columns, form }
}

/** True for a field that the system writes: nobody fills it in, and it keeps its name and kind. */
export const isKept = (resource: Resource, name: string): boolean => name === resource.key || name === 'created_at' || name === 'updated_at'

/** What still needs a field: it can be neither retired nor taken away before that. */
export const usesOf = (resource: Resource, name: string): string[] => [
  ...(resource.key === name ? ['编号'] : []),
  ...(resource.title === name ? ['标题'] : []),
  ...(resource.sort?.[0] === name ? ['默认排序'] : []),
  ...(resource.scope === name ? ['项目范围'] : []),
  ...Object.values((resource.actions ?? {}) as Actions).flatMap((action) => {
    const asked = action.opens
      ? Object.keys((resource.dialogs as Record<string, FormSchema> | undefined)?.[action.opens]?.properties ?? {})
      : []
    return name in { ...action.when, ...action.set } || asked.includes(name) ? [`操作“${action.label}”`] : []
  }),
]

/** The actions that lead from or to a choice which the field would no longer have. */
export const choiceUses = (resource: Resource, name: string, column: Column): string[] =>
  Object.values((resource.actions ?? {}) as Actions)
    .filter((action) =>
      [action.when?.[name] ?? [], action.set?.[name] ?? []].flat().some((value) => column.is !== 'enum' || !(String(value) in column.of)),
    )
    .map((action) => `操作“${action.label}”`)

const without = (resource: Resource, name: string): Resource => ({
  ...resource,
  form: (resource.form ?? []).filter((other) => other !== name),
})

/** Gives the declaration with a field retired: what it holds stays. */
export const retireField = (resource: Resource, name: string): Resource => {
  const {
    required: _required,
    sort: _sort,
    filter: _filter,
    unique: _unique,
    ...rest
  } = resource.columns[name] as Column & { unique?: true }
  return { ...without(resource, name), columns: { ...resource.columns, [name]: { ...rest, retired: true } as Column } }
}

/** Gives the declaration with a retired field back, with what it holds. */
export const reviveField = (resource: Resource, name: string): Resource => {
  const { retired: _retired, ...rest } = resource.columns[name] as Column
  const form = isKept(resource, name) ? (resource.form ?? []) : [...(resource.form ?? []), name]
  return { ...resource, columns: { ...resource.columns, [name]: rest as Column }, form }
}

/** Gives the declaration without a field that was never published. */
export const removeField = (resource: Resource, name: string): Resource => {
  const { [name]: _gone, ...columns } = resource.columns
  return { ...without(resource, name), columns }
}
