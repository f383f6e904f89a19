import type { CallPath } from '../core/action.ts'
import type { Field, FormSchema } from '../core/form.ts'
import type { Setting } from '../core/setting.ts'

/** The calls of a setting. Who may read it may read its history, and who may save may put an earlier version back. */
export const callsOfSetting = ({ name }: Setting): Readonly<Record<'detail' | 'save' | 'history' | 'restore', CallPath>> => ({
  detail: `/api/${name}/detail`,
  save: `/api/${name}/save`,
  history: `/api/${name}/history`,
  restore: `/api/${name}/restore`,
})

const isSecret = (field: Field | undefined): boolean => field !== undefined && 'x-is' in field && field['x-is'] === 'secret'

/** The names of a form's write-only fields. */
export const secretsOf = (form: FormSchema): string[] => Object.keys(form.properties).filter((name) => isSecret(form.properties[name]))

/** The names of a form's fields that hold pictures. */
export const imageFieldsOf = (form: FormSchema): string[] =>
  Object.entries(form.properties).flatMap(([name, field]) => ('x-is' in field && field['x-is'] === 'images' ? [name] : []))

/** Gives the form by which values are judged where these secrets are held already: they need not be sent again. */
export const formHolding = (form: FormSchema, held: readonly string[]): FormSchema => ({
  ...form,
  required: (form.required ?? []).filter((name) => !held.includes(name) || !isSecret(form.properties[name])),
})

/** What is asked when a version of a dated setting is saved or put back. */
const fromDate = {
  from_date: {
    type: 'string',
    title: '生效日期',
    format: 'date',
    maxLength: 10,
    'x-section': '生效',
    description: '不填即从现在起；填以后的日子，到那天自动生效',
  },
} as const satisfies FormSchema['properties']

/** Gives the fields of the day from which a version is in force; none where the setting is not dated. */
export const dayFields = ({ dated }: Setting): FormSchema['properties'] => (dated ? fromDate : {})

/** Gives the form that is saved: the setting's own, and the day where it is dated. */
export const savedForm = (setting: Setting): FormSchema => ({
  ...setting.form,
  properties: { ...setting.form.properties, ...dayFields(setting) },
})

type Values = Readonly<Record<string, unknown>>

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The store gives a row's fields back in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, inner]) => [name, inOrder(inner)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

/** Gives the names of the fields in which two versions differ, in the form's order. */
export const differing = (form: FormSchema, before: Values, after: Values): string[] =>
  Object.keys(form.properties).filter((name) => {
    const [one, other] = [before[name], after[name]]
    return !(isNothing(one) && isNothing(other)) && JSON.stringify(inOrder(one)) !== JSON.stringify(inOrder(other))
  })
