import { Theme } from '@rjsf/antd'
import { withTheme } from '@rjsf/core'
import type { RJSFSchema, WidgetProps } from '@rjsf/utils'
import { type ComponentType, useMemo } from 'react'
import type { FormSchema } from '../../core/form.ts'
import { activeForm } from '../../derive/forms/activeForm.ts'
import { localizedForm } from '../../derive/localize.ts'
import { said } from '../../providers/i18nProvider.ts'
import { FormContext, type FormState, useFormState } from './context.ts'
import './form.css'
import { noValidator } from './noValidator.ts'
import { PreviewFacts } from './PreviewFacts.tsx'
import { FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { uiSchemaOf } from './uiSchema.ts'
import { CodeWidget } from './widgets/CodeWidget.tsx'
import { DateTimeWidget, DateWidget } from './widgets/DateWidgets.tsx'
import { FilesWidget } from './widgets/FilesWidget.tsx'
import { ImagesWidget } from './widgets/ImagesWidget.tsx'
import { LookupWidget, RefsWidget } from './widgets/LookupWidget.tsx'
import { NewPasswordWidget } from './widgets/NewPasswordWidget.tsx'
import {
  ChoicesWidget,
  ChoiceWidget,
  HiddenWidget,
  NoteWidget,
  NumberWidget,
  PasswordWidget,
  RadioWidget,
  SecretWidget,
  TextWidget,
  UploadWidget,
} from './widgets/plain.tsx'
import { RowsWidget } from './widgets/RowsWidget.tsx'
import { SuggestWidget } from './widgets/SuggestWidget.tsx'
import { TreeWidget } from './widgets/TreeWidget.tsx'
import { YuanWidget } from './widgets/YuanWidget.tsx'

const inputs: Record<string, ComponentType<WidgetProps>> = {
  text: TextWidget,
  code: CodeWidget,
  note: NoteWidget,
  password: PasswordWidget,
  newPassword: NewPasswordWidget,
  secret: SecretWidget,
  upload: UploadWidget,
  number: NumberWidget,
  fen: YuanWidget,
  choice: ChoiceWidget,
  choices: ChoicesWidget,
  radio: RadioWidget,
  date: DateWidget,
  datetime: DateTimeWidget,
  lookup: LookupWidget,
  suggest: SuggestWidget,
  refs: RefsWidget,
  images: ImagesWidget,
  files: FilesWidget,
  rows: RowsWidget,
  tree: TreeWidget,
  hidden: HiddenWidget,
}

/**
 * rjsf keeps a copy of the values that is a render behind ours, and would put an older value back under a quick typist or an input
 * method. Each input therefore reads and sets its field in the form's one state; rjsf only says which input stands where.
 */
const bound = (Input: ComponentType<WidgetProps>) => (props: WidgetProps) => {
  const { values, patch } = useFormState()
  return <Input {...props} value={values[props.name]} onChange={(value: unknown) => patch({ [props.name]: value })} />
}

const widgets = Object.fromEntries(Object.entries(inputs).map(([name, Input]) => [name, bound(Input)]))

const Form = withTheme({
  widgets: { ...Theme.widgets, ...widgets },
  templates: { ...Theme.templates, FieldTemplate, ObjectFieldTemplate },
})

interface Props {
  id: string
  form: FormSchema
  state: FormState
  onSubmit: () => void
}

/** Draws a declared form with rjsf: what stands for the values typed so far, in its layout, with the messages under the fields. */
export default function FormView({ id, form, state, onSubmit }: Props) {
  const { values, prefix } = state
  const schema = useMemo(() => localizedForm(activeForm(form, values), said), [form, values])
  const uiSchema = useMemo(() => uiSchemaOf(schema), [schema])
  return (
    <FormContext value={state}>
      <Form
        id={id}
        idPrefix={prefix}
        schema={schema as unknown as RJSFSchema}
        uiSchema={uiSchema}
        formData={values}
        validator={noValidator}
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={{
          constAsDefaults: 'never',
          arrayMinItems: { populate: 'never' },
          emptyObjectFields: 'skipDefaults',
        }}
        onSubmit={onSubmit}
      >
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {schema['x-preview'] && <PreviewFacts form={form} preview={schema['x-preview']} />}
    </FormContext>
  )
}
