import type { UiSchema } from '@rjsf/utils'
import type { Field, FormSchema } from '../../core/form.ts'

const OWN: ReadonlySet<string> = new Set([
  'note',
  'password',
  'newPassword',
  'secret',
  'upload',
  'radio',
  'fen',
  'datetime',
  'images',
  'files',
  'rows',
])

const widgetOf = (field: Field): string => {
  if (field['x-hidden']) return 'hidden'
  if (field['x-lookup']) return field.type === 'array' ? 'refs' : 'lookup'
  if (field['x-suggest']) return 'suggest'
  if (field['x-code']) return 'code'
  const is = 'x-is' in field ? field['x-is'] : undefined
  if (is === 'texts') return 'tree'
  if (field.type === 'array' && 'oneOf' in field.items) return 'choices'
  if (is && OWN.has(is)) return is
  if ('oneOf' in field && field.oneOf) return 'choice'
  if (field.type === 'string') return field.format === 'date' ? 'date' : 'text'
  return 'number'
}

/** Gives rjsf's uiSchema of a form: the widget of each field by its kind, and the order in which the dialog shows them. */
export const uiSchemaOf = (form: FormSchema): UiSchema => ({
  ...(form['x-layout'] ? { 'ui:order': [...form['x-layout']] } : {}),
  ...Object.fromEntries(Object.entries(form.properties).map(([name, field]) => [name, { 'ui:widget': widgetOf(field) }])),
})
