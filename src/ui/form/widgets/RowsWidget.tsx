import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined'
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined'
import type { WidgetProps } from '@rjsf/utils'
import Button from 'antd/es/button'
import type { ComponentType } from 'react'
import { choicesIn, type Field, holds, type RowSchema } from '../../../core/form.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { Icon } from '../../look/Icon.tsx'
import { fieldOfProps, pathOfId, useFormState } from '../context.ts'
import { LookupWidget } from './LookupWidget.tsx'
import { ChoicesWidget, ChoiceWidget, NumberWidget, TextWidget } from './plain.tsx'
import { YuanWidget } from './YuanWidget.tsx'

type Row = Record<string, unknown>

const inputFor = (field: Field): ComponentType<WidgetProps> => {
  if (field['x-lookup']) return LookupWidget
  if (choicesIn(field).length > 0) return field.type === 'array' ? ChoicesWidget : ChoiceWidget
  if (field.type === 'string') return TextWidget
  return 'x-is' in field && field['x-is'] === 'fen' ? YuanWidget : NumberWidget
}

/** The next row goes on from the last where its fields say so: floor 5 with 4 rooms is followed by floor 6 with 4. */
const nextRow = (rows: readonly Row[], properties: RowSchema['properties']): Row => {
  const last = rows.at(-1)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const value = last?.[name]
      if (field['x-next'] === 'same') return [[name, value]]
      return field['x-next'] === 'more' && (!last || typeof value === 'number') ? [[name, typeof value === 'number' ? value + 1 : 1]] : []
    }),
  )
}

/** A few small rows edited in place. */
export const RowsWidget = (props: WidgetProps) => {
  const field = fieldOfProps(props)
  const { messages, prefix } = useFormState()
  if (field.type !== 'array' || !('properties' in field.items)) return null
  const { properties } = field.items
  const rows = (props.value as Row[] | undefined) ?? []
  const shown = rows.length === 0 && field.minItems ? [nextRow([], properties)] : rows
  const isLast = shown.length === 1 && (field.minItems ?? 0) > 0
  const set = (index: number, name: string, value: unknown): void =>
    props.onChange(shown.map((row, place) => (place === index ? { ...row, [name]: value } : row)))
  const isSingle = Object.keys(properties).length === 1
  const path = pathOfId(props.id, prefix)
  return (
    <fieldset className="rows" data-single={isSingle} id={props.id} aria-labelledby={`${props.id}-label`}>
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own; its place is what it is
        <div key={index} className="rows-row">
          {Object.entries(properties).map(([name, inner]) => {
            if (!holds(inner['x-when'], row)) return null
            const Input = inputFor(inner)
            const id = `${props.id}_${index}_${name}`
            const message = messages.get(`${path}.${index}.${name}`)
            return (
              <div key={name} className="rows-cell" data-type={inner.type}>
                <label htmlFor={id} className={isSingle ? 'visually-hidden' : undefined}>
                  {inner.title}
                  {'x-unit' in inner && inner['x-unit'] ? t`（${inner['x-unit']}）` : ''}
                </label>
                <Input
                  {...props}
                  id={id}
                  schema={inner as never}
                  rawErrors={message ? [message] : []}
                  value={row[name]}
                  onChange={(value: unknown) => set(index, name, value)}
                />
                {message && (
                  <p className="field-message" id={`${id}-message`}>
                    {said(message)}
                  </p>
                )}
              </div>
            )
          })}
          <Button
            type="text"
            aria-label={t`删除第${index + 1}行`}
            icon={<Icon of={CloseOutlined} />}
            disabled={isLast}
            title={isLast ? t`至少留一行` : undefined}
            onClick={() => props.onChange(shown.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      {shown.length < field.maxItems && (
        <Button
          type="dashed"
          size="small"
          icon={<Icon of={PlusOutlined} />}
          aria-label={t`${field.title}加一行`}
          onClick={() => props.onChange([...shown, nextRow(shown, properties)])}
        >
          {t`加一行`}
        </Button>
      )}
    </fieldset>
  )
}
