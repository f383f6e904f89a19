import { type Field, type FormSchema, isUpload } from '../../core/form.ts'

const isPassword = (field: Field | undefined): boolean =>
  field?.type === 'string' && (field['x-is'] === 'password' || field['x-is'] === 'newPassword')

const hashedField = ({ title, 'x-msg': words }: Field): Field => ({
  type: 'string',
  title,
  pattern: '^[0-9a-f]{32}$',
  maxLength: 32,
  'x-msg': { required: words?.required ?? `${title}必填`, pattern: `${title}须以 MD5 发送` },
})

/** Gives the name of the field whose file travels beside the values; undefined where a dialog has none. */
export const uploadIn = ({ properties }: FormSchema): string | undefined =>
  Object.keys(properties).find((name) => isUpload(properties[name]))

/** Gives a dialog's values as they travel: passwords as md5 (spec.md section 5), a file not among them. */
export const sentValues = (
  form: FormSchema,
  values: Readonly<Record<string, unknown>>,
  md5: (text: string) => string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = form.properties[name]
      return isUpload(field) ? [] : [[name, isPassword(field) ? md5(String(value)) : value]]
    }),
  )

/** Gives the form by which the server judges what a dialog sent: its rules, save that of a password it sees the md5. */
export const sentForm = (form: FormSchema): FormSchema => ({
  ...form,
  properties: Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) => [name, isPassword(field) ? hashedField(field) : field]),
  ),
})
