import type { WidgetProps } from '@rjsf/utils'
import Select from 'antd/es/select'
import { useState } from 'react'
import { holds, type Lookup } from '../../../core/form.ts'
import { isOfferedAnew } from '../../../derive/retiring.ts'
import { LOOKUP_ROWS } from '../../../protocol/envelope.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { type LookupRow, useLookup } from '../../lookup/useLookup.ts'
import { usePaused } from '../../usePaused.ts'
import { fieldOfProps, useFormState, type Values } from '../context.ts'
import { useFieldAria } from '../fieldAria.ts'

/** Gives the call's path, and its params with the other fields' values in place of `$field`; null until all that it needs is chosen. */
const askedOf = (lookup: Lookup, values: Values): { path: string; params: Values } | null => {
  const path = typeof lookup.call === 'string' ? lookup.call : lookup.call.of[String(values[lookup.call.by] ?? '')]
  if (!path) return null
  const params: Values = {}
  for (const [name, value] of Object.entries(lookup.params ?? {})) {
    const filled = typeof value === 'string' && value.startsWith('$') ? values[value.slice(1)] : value
    if (filled === undefined || filled === '') return null
    params[name] = filled
  }
  return {
    path,
    params: path.endsWith('/index') && !path.startsWith('/api/local/') ? { ...params, page: 1, page_rows: LOOKUP_ROWS } : params,
  }
}

const labelOf = (lookup: Lookup, row: LookupRow): string =>
  [lookup.label]
    .flat()
    .map((name) => String(row[name as string] ?? ''))
    .filter(Boolean)
    .join(' ')

const isOffered = (lookup: Lookup, row: LookupRow, values: Values): boolean =>
  !lookup.only || !holds(lookup.only.when, values) || lookup.only.in.includes(Number(row[lookup.only.field]))

/** Choices from the server: loaded when what they depend on is chosen, or searched as one types. */
const useChoices = (lookup: Lookup, values: Values, chosen: unknown) => {
  const [typed, setTyped] = useState('')
  const searched = usePaused(typed)
  const asked = askedOf(lookup, values)
  const params = lookup.search ? { ...asked?.params, [lookup.search]: searched, page: 1, page_rows: 20 } : asked?.params
  const { rows, isLoading } = useLookup(asked?.path ?? null, params)
  const held = [chosen].flat()
  const offered = rows.filter((row) => isOffered(lookup, row, values) && (isOfferedAnew(row) || held.includes(Number(row[lookup.value]))))
  return { rows: offered, isLoading, isReady: asked !== null, onSearch: lookup.search ? setTyped : undefined }
}

export const LookupWidget = (props: WidgetProps) => {
  const { values, patch } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  const { rows, isLoading, isReady, onSearch } = useChoices(lookup, values, props.value)
  // What was chosen stays readable when a later search no longer finds it.
  const [chosen, setChosen] = useState<{ value: number; label: string } | null>(null)
  const options = rows.map((row) => ({ value: Number(row[lookup.value]), label: labelOf(lookup, row) }))
  const choose = (value: number | undefined): void => {
    const row = rows.find((other) => Number(other[lookup.value]) === value)
    setChosen(row && value !== undefined ? { value, label: labelOf(lookup, row) } : null)
    props.onChange(value)
    if (lookup.fills) patch(Object.fromEntries(Object.entries(lookup.fills).map(([field, name]) => [field, row?.[name]])))
  }
  return (
    <Select
      id={props.id}
      {...useFieldAria(props)}
      showSearch
      allowClear
      disabled={!isReady}
      loading={isLoading}
      placeholder={isReady ? (lookup.search ? t('输入后选择') : t('请选择')) : (lookup.waiting ?? t('请先选择上一级'))}
      value={props.value}
      onChange={choose}
      filterOption={onSearch ? false : undefined}
      optionFilterProp="label"
      onSearch={onSearch}
      options={chosen && !options.some((option) => option.value === chosen.value) ? [chosen, ...options] : options}
    />
  )
}

export const RefsWidget = (props: WidgetProps) => {
  const { values } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  const { rows, isLoading } = useChoices(lookup, values, props.value)
  return (
    <Select
      id={props.id}
      {...useFieldAria(props)}
      mode="multiple"
      allowClear
      loading={isLoading}
      placeholder={t('可多选')}
      optionFilterProp="label"
      value={(props.value as number[] | undefined) ?? []}
      onChange={(chosen: number[]) => props.onChange(chosen)}
      options={rows.map((row) => ({ value: Number(row[lookup.value]), label: labelOf(lookup, row) }))}
    />
  )
}
