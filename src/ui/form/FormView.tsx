import { withTheme } from '@rjsf/core'
import type { RJSFSchema, WidgetProps } from '@rjsf/utils'
import { type ComponentType, useCallback, useMemo } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { activeForm, clearDependents } from '../../derive/activeForm.ts'
import { useToast } from '../toast.tsx'
import type { FormContext, Values } from './context.ts'
import './form.css'
import { noValidator } from './noValidator.ts'
import { FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { uiSchemaOf } from './uiSchema.ts'
import { DateTimeWidget, DateWidget } from './widgets/DateWidgets.tsx'
import { ImagesWidget } from './widgets/ImagesWidget.tsx'
import { LookupWidget, RefsWidget } from './widgets/LookupWidget.tsx'
import { ChoiceWidget, HiddenWidget, NoteWidget, NumberWidget, PasswordWidget, RadioWidget, TextWidget } from './widgets/plain.tsx'
import { RowsWidget } from './widgets/RowsWidget.tsx'
import { YuanWidget } from './widgets/YuanWidget.tsx'

const widgets: Record<string, ComponentType<WidgetProps>> = {
  text: TextWidget,
  note: NoteWidget,
  password: PasswordWidget,
  number: NumberWidget,
  fen: YuanWidget,
  choice: ChoiceWidget,
  radio: RadioWidget,
  date: DateWidget,
  datetime: DateTimeWidget,
  lookup: LookupWidget,
  refs: RefsWidget,
  images: ImagesWidget,
  rows: RowsWidget,
  hidden: HiddenWidget,
}

const Form = withTheme({ widgets, templates: { FieldTemplate, ObjectFieldTemplate } })

interface Props {
  id: string
  form: FormSchema
  values: Values
  onChange: (values: Values) => void
  onSubmit: () => void
  messages: ReadonlyMap<string, string>
}

const changedField = (before: Values, after: Values): string | undefined =>
  Object.keys({ ...before, ...after }).find((name) => before[name] !== after[name])

/** Draws a declared form with rjsf: what stands for the values typed so far, in its layout, with the messages under the fields. */
export default function FormView({ id, form, values, onChange, onSubmit, messages }: Props) {
  const toast = useToast()
  const schema = useMemo(() => activeForm(form, values), [form, values])
  const uiSchema = useMemo(() => uiSchemaOf(schema), [schema])
  const change = useCallback(
    (next: Values): void => {
      const changed = changedField(values, next)
      if (changed) onChange(clearDependents(form, changed, next))
    },
    [form, values, onChange],
  )
  const context = useMemo<FormContext>(
    () => ({ values, patch: (some) => change({ ...values, ...some }), messages, toast: toast.info }),
    [values, change, messages, toast],
  )
  return (
    <Form
      id={id}
      idPrefix="root"
      schema={schema as unknown as RJSFSchema}
      uiSchema={uiSchema}
      formData={values}
      formContext={context}
      validator={noValidator}
      noHtml5Validate
      showErrorList={false}
      experimental_defaultFormStateBehavior={{
        constAsDefaults: 'never',
        arrayMinItems: { populate: 'never' },
        emptyObjectFields: 'skipDefaults',
      }}
      onChange={({ formData }) => change(formData as Values)}
      onSubmit={onSubmit}
    >
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </Form>
  )
}
