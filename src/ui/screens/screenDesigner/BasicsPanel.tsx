import { useEffect, useId, useMemo, useState } from 'react'
import { basicsForm, putBasics, valuesOfBasics } from '../../../derive/designer/basics.ts'
import { activeValues, validateForm } from '../../../derive/forms/validateForm.ts'
import { t } from '../../../providers/i18nProvider.ts'
import FormView from '../../form/FormView.tsx'
import { useForm } from '../../form/useForm.ts'
import type { Design } from './useDraft.ts'

/** The screen as a whole: name, place in the menu, permission key, order. What is typed is in the draft at once. */
export const BasicsPanel = ({ design }: { design: Design }) => {
  const id = useId()
  const { made, put } = design
  // The form begins with what stands when the part is opened; from then on it leads.
  const [first] = useState(made)
  const form = useMemo(() => basicsForm(first), [first])
  const initial = useMemo(() => valuesOfBasics(first), [first])
  const { state, isTouched } = useForm({ form, initial, prefix: `basics${id.replace(/\W/g, '')}`, onSubmit: async () => {} })
  const { values } = state
  const broken = validateForm(form, activeValues(form, values))
  const next = isTouched && broken.length === 0 ? JSON.stringify(putBasics(first, activeValues(form, values))) : null
  useEffect(() => {
    if (next !== null) put(JSON.parse(next))
  }, [next, put])
  return (
    <>
      <p className="panel-lead">{t`发布后，有“权限键”的角色在菜单里看到它；能做什么由角色的接口权限决定。`}</p>
      <FormView
        id={id}
        form={form}
        state={{ ...state, messages: new Map(broken.map(({ field, message }) => [field, message])) }}
        onSubmit={() => {}}
      />
    </>
  )
}
