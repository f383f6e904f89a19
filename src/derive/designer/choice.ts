import type { Field } from '../../core/form.ts'

/** Gives a field of the designer's forms that chooses one of these. */
export const choice = (title: string, options: readonly { const: number; title: string }[], extra: object = {}): Field =>
  ({ type: 'integer', title, oneOf: options, ...extra }) as Field

/** Gives the field of a row that says which of the screen's fields the row is about, each by the number that the form has for it. */
export const fieldChoice = (fields: readonly { number: number; label: string }[]): Field =>
  choice(
    '字段',
    fields.map(({ number, label }) => ({ const: number, title: label })),
    { 'x-msg': { required: '请选择字段' } },
  )
