import type { WidgetProps } from '@rjsf/utils'
import AutoComplete from 'antd/es/auto-complete'
import type { Suggestions } from '../../../core/form.ts'
import { filledFrom } from '../../../derive/forms/filledFrom.ts'
import { useChoices } from '../../lookup/useChoices.ts'
import { labelOf } from '../../lookup/useLookup.ts'
import { fieldOfProps, useFormState } from '../context.ts'
import { useFieldAria } from '../fieldAria.ts'

/** A text, with what is known beneath it as one types: what is taken of it fills other fields. */
export const SuggestWidget = (props: WidgetProps) => {
  const { patch } = useFormState()
  const { call, value: named, label, search, fills } = fieldOfProps(props)['x-suggest'] as Suggestions
  const { rows, onSearch } = useChoices({ path: call, search })
  const options = rows.map((row, place) => ({ value: String(place), label: labelOf([label].flat(), row) }))
  const take = (place: string): void => {
    const row = rows[Number(place)] ?? {}
    patch({ [props.name]: row[named], ...filledFrom(row, fills) })
  }
  return (
    <AutoComplete
      id={props.id}
      {...useFieldAria(props)}
      value={props.value ?? ''}
      options={options}
      filterOption={false}
      onSearch={(typed) => {
        props.onChange(typed === '' ? undefined : typed)
        onSearch?.(typed)
      }}
      onSelect={take}
      allowClear
      onClear={() => props.onChange(undefined)}
      popupMatchSelectWidth={false}
    />
  )
}
