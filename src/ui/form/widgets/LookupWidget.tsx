import type { WidgetProps } from '@rjsf/utils'
import Select from 'antd/es/select'
import { useState } from 'react'
import { holds, type Lookup } from '../../../core/form.ts'
import { isOfferedAnew } from '../../../core/retiring.ts'
import { filledFrom } from '../../../derive/forms/filledFrom.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useBeside } from '../../lookup/useBeside.tsx'
import { type Choices, calledBy, type Source, searchProps, useChoices, useChosen } from '../../lookup/useChoices.ts'
import { type LookupRow, labelOf } from '../../lookup/useLookup.ts'
import { fieldOfProps, type Named, pathOfId, useFormState, type Values } from '../context.ts'
import { useFieldAria } from '../fieldAria.ts'
import './lookup.css'

/** Gives where the choices come from, with the other fields' values in place of `$field`; null until all that it needs is chosen. */
const sourceOf = (lookup: Lookup, values: Values, about: Values): Source | null => {
  const path = typeof lookup.call === 'string' ? lookup.call : lookup.call.of[String(values[lookup.call.by] ?? '')]
  if (!path) return null
  const params: Values = lookup.about ? { ...about } : {}
  for (const [name, value] of Object.entries(lookup.params ?? {})) {
    const filled = typeof value === 'string' && value.startsWith('$') ? values[value.slice(1)] : value
    if (filled === undefined || filled === '') return null
    params[name] = filled
  }
  return { path, params, search: lookup.search }
}

/** The source within what is chosen first; null until that is. */
const narrowed = ({ within }: Lookup, source: Source | null, chosen: number | undefined): Source | null => {
  if (!within || !source) return source
  return chosen === undefined ? null : { ...source, params: { ...source.params, [within.param]: chosen } }
}

const isOffered = (lookup: Lookup, row: LookupRow, values: Values): boolean =>
  !lookup.only || !holds(lookup.only.when, values) || lookup.only.in.includes(Number(row[lookup.only.field]))

/** Choices from the server, of which those that may be taken are offered, and what is chosen already. */
const useOffered = (lookup: Lookup, chosen: unknown, within?: number) => {
  const { values, about } = useFormState()
  const source = narrowed(lookup, sourceOf(lookup, values, about), within)
  const { rows, ...its } = useChoices(source)
  const held = [chosen].flat()
  const offered = rows.filter((row) => isOffered(lookup, row, values) && (isOfferedAnew(row) || held.includes(Number(row[lookup.value]))))
  return { ...its, rows: offered, isReady: source !== null, path: source?.path ?? null }
}

type Within = NonNullable<Lookup['within']>

interface Choice {
  value: number
  label: string
}

type NameOf = (row: LookupRow) => Choice

/**
 * Gives what the box shows of the values that are chosen: how they are called by whoever knows, by what is offered before anything is
 * typed, or by the server, which is asked for those alone that nobody here can name.
 */
const useCalled = (
  path: string | null,
  values: readonly number[],
  nameOf: NameOf,
  known: readonly Named[],
  { rows, isLoading, isSearching }: Pick<Choices, 'rows' | 'isLoading' | 'isSearching'>,
): Choice[] => {
  const here = isSearching ? known : [...known, ...rows.map(nameOf)]
  const waits = isLoading && !isSearching
  const far = waits ? [] : values.filter((id) => !here.some(({ value }) => value === id))
  const chosen = useChosen(path, far)
  const all = [...here, ...chosen.rows.map(nameOf)]
  const isNaming = waits || chosen.isLoading
  return values.map((value) => ({ value, label: calledBy(value, all.find((one) => one.value === value)?.label, isNaming) }))
}

/** What is offered: what was found, and before anything is typed what is chosen, too. */
const withChosen = (options: readonly Choice[], chosen: Choice | undefined, isSearching: boolean): Choice[] =>
  isSearching || !chosen || options.some(({ value }) => value === chosen.value) ? [...options] : [chosen, ...options]

const nameBy =
  (value: string, label: string | readonly string[]): NameOf =>
  (row: LookupRow): Choice => ({
    value: Number(row[value]),
    label: labelOf([label].flat(), row),
  })

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
  const choices = useChoices({ path: within.call, search: within.search })
  // A later search need not find it.
  const [taken, setTaken] = useState<Choice | null>(null)
  const nameOf = nameBy(within.value, within.label)
  const [chosen] = useCalled(within.call, value === undefined ? [] : [value], nameOf, taken ? [taken] : [], choices)
  return (
    <Select<Choice>
      id={`${id}_within`}
      aria-label={within.title}
      labelInValue
      showSearch
      allowClear
      {...searchProps(choices)}
      placeholder={within.title}
      value={chosen ?? null}
      onChange={(next?: Choice) => {
        setTaken(next ?? null)
        onChange(next?.value)
      }}
      options={withChosen(choices.rows.map(nameOf), chosen, choices.isSearching)}
    />
  )
}

export const LookupWidget = (props: WidgetProps) => {
  const { values, patch, named, prefix, subject } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  // A project that is chosen beside it, or worked in, or that the record is of, comes first here too.
  const first = lookup.within?.param ?? ''
  const [within, setWithin] = useState(() => Number(values[first] || subject[first]) || undefined)
  const { isReady, path, ...choices } = useOffered(lookup, props.value, within)
  // What was chosen stays readable when a later search no longer finds it, and what the record holds before any search does.
  const [taken, setTaken] = useState<Choice | null>(null)
  const nameOf = nameBy(lookup.value, lookup.label)
  const known = [taken ?? [], named[pathOfId(props.id, prefix)] ?? []].flat()
  const [its] = useCalled(path, props.value === undefined ? [] : [props.value], nameOf, known, choices)
  const choose = (value: number | undefined): void => {
    const row = choices.rows.find((other) => Number(other[lookup.value]) === value)
    setTaken(row ? nameOf(row) : null)
    props.onChange(value)
    if (lookup.fills) patch(filledFrom(row, lookup.fills))
  }
  const narrow = (next?: number): void => {
    setWithin(next)
    if (props.value !== undefined) choose(undefined)
  }
  const options = withChosen(choices.rows.map(nameOf), its, choices.isSearching)
  const search = useBeside(
    path,
    options.map((option) => option.value),
    searchProps(choices),
  )
  const box = (
    <Select<Choice>
      id={props.id}
      {...useFieldAria(props)}
      labelInValue
      showSearch
      allowClear
      disabled={!isReady}
      {...search}
      placeholder={isReady ? (choices.onSearch && choices.hasMore ? t`输入后选择` : t`请选择`) : (lookup.waiting ?? t`请先选择上一级`)}
      value={its ?? null}
      onChange={(next?: Choice) => choose(next?.value)}
      options={options}
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
  const { named, prefix } = useFormState()
  const lookup = fieldOfProps(props)['x-lookup'] as Lookup
  const { path, isReady: _, ...choices } = useOffered(lookup, props.value)
  const nameOf = nameBy(lookup.value, lookup.label)
  const options = choices.rows.map(nameOf)
  // As with one: what was chosen before another search, and what the record holds, keep their names.
  const [taken, setTaken] = useState<readonly Choice[]>([])
  const held = (props.value as number[] | undefined) ?? []
  const known = [...taken, ...[named[pathOfId(props.id, prefix)] ?? []].flat()]
  const chosen = useCalled(path, held, nameOf, known, choices)
  const kept = choices.isSearching ? [] : chosen.filter(({ value }) => !options.some((option) => option.value === value))
  return (
    <Select<Choice[]>
      id={props.id}
      {...useFieldAria(props)}
      mode="multiple"
      labelInValue
      allowClear
      {...searchProps(choices)}
      placeholder={t`可多选`}
      value={chosen}
      onChange={(next: Choice[]) => {
        setTaken(next.map(({ value, label }) => ({ value, label })))
        props.onChange(next.map(({ value }) => value))
      }}
      options={[...kept, ...options]}
    />
  )
}
