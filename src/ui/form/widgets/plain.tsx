import type { WidgetProps } from '@rjsf/utils'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { t } from '../../../providers/i18nProvider.ts'
import { fieldOfProps, useFormState } from '../context.ts'
import { useFieldAria, useInputAria } from '../fieldAria.ts'

const lengthOf = (props: WidgetProps): number | undefined => {
  const field = fieldOfProps(props)
  return field.type === 'string' ? field.maxLength : undefined
}

export const TextWidget = (props: WidgetProps) => (
  <Input
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    onChange={(event) => props.onChange(event.target.value)}
    autoComplete="off"
    count={{ max: lengthOf(props) }}
  />
)

export const NoteWidget = (props: WidgetProps) => (
  <Input.TextArea
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    autoSize={{ minRows: 2, maxRows: 6 }}
    showCount
    count={{ max: lengthOf(props) }}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

export const PasswordWidget = (props: WidgetProps) => (
  <Input.Password
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    onChange={(event) => props.onChange(event.target.value)}
    autoComplete="new-password"
  />
)

/** A key that the server has and never tells: left empty it stays. */
export const SecretWidget = (props: WidgetProps) => {
  const isHeld = useFormState().held.includes(props.name)
  return (
    <Input.Password
      id={props.id}
      {...useInputAria(props)}
      value={props.value ?? ''}
      placeholder={isHeld ? t`已设置，留空则不变` : t`未设置`}
      onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
      autoComplete="new-password"
    />
  )
}

const INTEGER = /^-?\d+$/
const NUMBER = /^-?\d+(\.\d+)?$/

/** A number as typed. What is no number stays as text, so that the rule's message shows instead of the input changing what was typed. */
export const NumberWidget = (props: WidgetProps) => {
  const pattern = fieldOfProps(props).type === 'integer' ? INTEGER : NUMBER
  const take = (typed: string): void => {
    const text = typed.trim()
    if (text === '') props.onChange(undefined)
    else props.onChange(pattern.test(text) && !text.endsWith('.') && String(Number(text)) === text ? Number(text) : text)
  }
  // '1.50' is on its way to a number: it becomes one when the input is left.
  const settle = (): void => {
    if (typeof props.value === 'string' && pattern.test(props.value)) props.onChange(Number(props.value))
  }
  return (
    <Input
      id={props.id}
      {...useInputAria(props)}
      inputMode="decimal"
      value={props.value ?? ''}
      onChange={(event) => take(event.target.value)}
      onBlur={settle}
      autoComplete="off"
    />
  )
}

const choicesOf = (props: WidgetProps): { value: number; label: string }[] => {
  const field = fieldOfProps(props)
  return 'oneOf' in field && field.oneOf ? field.oneOf.map((choice) => ({ value: choice.const, label: choice.title })) : []
}

export const ChoiceWidget = (props: WidgetProps) => (
  <Select
    id={props.id}
    {...useFieldAria(props)}
    allowClear
    value={props.value}
    onChange={(value) => props.onChange(value)}
    options={choicesOf(props)}
    placeholder={t`请选择`}
  />
)

export const RadioWidget = (props: WidgetProps) => (
  <Radio.Group
    id={props.id}
    {...useFieldAria(props)}
    aria-labelledby={`${props.id}-label`}
    optionType="button"
    value={props.value}
    onChange={(event) => props.onChange(event.target.value)}
    options={choicesOf(props)}
  />
)

export const HiddenWidget = () => null
