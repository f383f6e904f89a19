import { useState } from 'react'
import type { FormSchema } from '../../../core/form.ts'
import { said } from '../../../providers/i18nProvider.ts'
import type { Values } from '../../form/context.ts'
import { FormDialog } from '../../form/FormDialog.tsx'

interface Props {
  /** The form and what it begins with, as the draft stands when the dialog opens: what is typed outlives what changes behind it. */
  make: () => { form: FormSchema; initial?: Values }
  onSubmit: (values: Values) => Promise<void>
  onClose: () => void
}

/** The dialog for one field or one action of the draft. */
export const PartDialog = ({ make, onSubmit, onClose }: Props) => {
  const [{ form, initial }] = useState(make)
  return <FormDialog form={form} title={said(form.title)} {...(initial ? { initial } : {})} onSubmit={onSubmit} onClose={onClose} />
}
