import type { WidgetProps } from '@rjsf/utils'
import Select from 'antd/es/select'
import { useState } from 'react'
import { holds, type Lookup } from '../../../core/form.ts'
import { isOfferedAnew } from '../../../derive/retiring.ts'
import { LOOKUP_ROWS } from '../../../protocol/envelope.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { type Source, useChoices } from '../../lookup/useChoices.ts'
import { type LookupRow, labelOf } from '../../lookup/useLookup.ts'
import { fieldOfProps, type Named, pathOfId, useFormState, type Values } from '../context.ts'
import { useFieldAria } from '../fieldAria.ts'
import './lookup.css'

/** Gives where the choices come from, with the other fields' values in place of `$field`; null until all that it needs is chosen. */
const sourceOf = (lookup: Lookup, values: Values): Source | null => {
  const path = typeof lookup.call === 'string' ? lookup.call : lookup.call.of[String(values[lookup.call.by] ?? '')]
  if (!path) return null
  const params: Values = {}
  for (const [name, value] of Object.entries(lookup.params ?? {})) {
    const filled = typeof value === 'string' && value.startsWith('$') ? values[value.slice(1)] : value
    if (filled === undefined || filled === '') return null
    params[name] = filled
  }
  const isPaged = (path.endsWith('/index') && !path.startsWith('/api/local/')) || path.endsWith('/choose')
  return { path, params: isPaged ? { ...params, page: 1, page_rows: LOOKUP_ROWS } : params, search: lookup.search }
}

/** The source within what is chosen first; null until that is. */
const narrowed = ({ within }: Lookup, source: Source | null, chosen: number | undefined): Source | null => {
  if (!within || !source) return source
  return chosen === undefined ? null : { ...source, params: { ...source.params, [within.param]: chosen } }
}

const isOffered = (lookup: Lookup, row: LookupRow, values: Values): boolean =>
  !lookup.only || !holds(lookup.only.when, values) || lookup.only.in.includes(Number(row[lookup.only.field]))

/** Choices from the server, of which those that may be taken are offered, and what is chosen already. */
const useOffered = (lookup: Lookup, values: Values, chosen: unknown, within?: number) => {
  const source = narrowed(lookup, sourceOf(lookup, values), within)
  const { rows, ...its } = useChoices(source)
  const held = [chosen].flat()
  const offered = rows.filter((row) => isOffered(lookup, row, values) && (isOfferedAnew(row) || held.includes(Number(row[lookup.value]))))
  return { ...its, rows: offered, isReady: source !== null }
}

type Within = NonNullable<Lookup['within']>

/** What is chosen before the field itself: the project of a room. */
const First = ({
  id,
  within,
  value,
  onChange,
}: {
  id: string
  within: Within
  value: number | undefined
  onChange: (value?: number) => void
}) => {
  const { rows, isLoading, onSearch } = useChoices({ path: within.call, search: within.search })
  // A later search need not find it.
  const [chosen, setChosen] = useState<{ value: number; label: string } | null>(null)
  const options = rows.map((row) => ({ value: Number(row[within.value]), label: labelOf([within.label], row) }))
  const choose = (next: number | undefined): void => {
    setChosen(options.find((option) => option.value === next) ?? null)
    onChange(next)
  }
  return (
    <Select
      id={`${id}_within`}
      aria-label={within.title}
      showSearch
      allowClear
      loading={isLoading}
      placeholder={within.title}
      value={value}
      onChange={choose}
      filterOption={false}
      onSearch={onSearch}
      notFoundContent={isLoading ? t('查找中…') : undefined}
      options={chosen && !options.some((option) => option.value === chosen.value) ? [chosen, ...options] : options}
    />
  )
}

export const LookupWidget = (props: WidgetProps) => {
  const { values, patch, named, prefix } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  const [within, setWithin] = useState<number>()
  const { rows, isLoading, isReady, hasMore, onSearch } = useOffered(lookup, values, props.value, within)
  // What was chosen stays readable when a later search no longer finds it, and what the record holds before any search does.
  const [chosen, setChosen] = useState<Named | null>(null)
  const options = rows.map((row) => ({ value: Number(row[lookup.value]), label: labelOf([lookup.label].flat(), row) }))
  const known = [chosen, named[pathOfId(props.id, prefix)]].flat().find((one) => one && one.value === props.value)
  const choose = (value: number | undefined): void => {
    const row = rows.find((other) => Number(other[lookup.value]) === value)
    setChosen(row && value !== undefined ? { value, label: labelOf([lookup.label].flat(), row) } : null)
    props.onChange(value)
    if (lookup.fills) patch(Object.fromEntries(Object.entries(lookup.fills).map(([field, name]) => [field, row?.[name]])))
  }
  const narrow = (first?: number): void => {
    setWithin(first)
    if (props.value !== undefined) choose(undefined)
  }
  const box = (
    <Select
      id={props.id}
      {...useFieldAria(props)}
      showSearch
      allowClear
      disabled={!isReady}
      loading={isLoading}
      placeholder={isReady ? (onSearch && hasMore ? t('输入后选择') : t('请选择')) : (lookup.waiting ?? t('请先选择上一级'))}
      value={props.value}
      onChange={choose}
      filterOption={onSearch ? false : undefined}
      optionFilterProp="label"
      onSearch={onSearch}
      notFoundContent={isLoading ? t('查找中…') : undefined}
      options={known && !options.some((option) => option.value === known.value) ? [known, ...options] : options}
    />
  )
  if (!lookup.within) return box
  return (
    <div className="field-pair">
      <First id={props.id} within={lookup.within} value={within} onChange={narrow} />
      {box}
    </div>
  )
}

export const RefsWidget = (props: WidgetProps) => {
  const { values, named, prefix } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  const { rows, isLoading, onSearch } = useOffered(lookup, values, props.value)
  const options = rows.map((row): Named => ({ value: Number(row[lookup.value]), label: labelOf([lookup.label].flat(), row) }))
  // As with one: what was chosen before another search, and what the record holds, keep their names.
  const [taken, setTaken] = useState<readonly Named[]>([])
  const held = (props.value as number[] | undefined) ?? []
  const known = [...taken, ...[named[pathOfId(props.id, prefix)] ?? []].flat()].filter(
    ({ value }, place, all) =>
      held.includes(Number(value)) &&
      !options.some((option) => option.value === value) &&
      all.findIndex((one) => one.value === value) === place,
  )
  return (
    <Select
      id={props.id}
      {...useFieldAria(props)}
      mode="multiple"
      allowClear
      loading={isLoading}
      placeholder={t('可多选')}
      optionFilterProp="label"
      filterOption={onSearch ? false : undefined}
      onSearch={onSearch}
      notFoundContent={isLoading ? t('查找中…') : undefined}
      value={held}
      onChange={(chosen: number[]) => {
        setTaken([...options, ...known].filter(({ value }) => chosen.includes(Number(value))))
        props.onChange(chosen)
      }}
      options={[...known, ...options]}
    />
  )
}
