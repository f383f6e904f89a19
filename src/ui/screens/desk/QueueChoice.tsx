import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useCallback, useEffect } from 'react'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteColumn } from '../../../derive/complete.ts'
import { said } from '../../../providers/i18nProvider.ts'
import { chosenProject } from '../../hooks/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'
import { calledBy, searchProps, useChoices } from '../../lookup/useChoices.ts'
import { labelOf } from '../../lookup/useLookup.ts'

interface Props {
  label: string
  column: CompleteColumn
  value: number | undefined
  onChange: (value: number) => void
}

/** A choice among records: at first the header's project, or whatever is offered first. */
const RecordChoice = ({ label, column, value, onChange }: Props) => {
  const target = resourceNamed(column.target ?? '')
  const { rows, ...choices } = useChoices({ path: target.choices ?? '', search: target.search ?? undefined })
  const header = useStore(chosenProject)
  const options = rows.map((row) => ({ value: Number(row[target.key]), label: labelOf(target.choiceLabel, row) }))
  const first = target.name === 'project' && header !== null ? header : options[0]?.value
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first)
  }, [value, first, onChange])
  const known = options.find((option) => option.value === value)
  return (
    <Select
      className="desk-record"
      aria-label={label}
      labelInValue
      value={value === undefined ? null : { value, label: calledBy(value, known?.label, choices.isLoading) }}
      onChange={(now) => now && onChange(now.value)}
      showSearch
      {...searchProps(choices)}
      options={options}
    />
  )
}

/** A choice among words: at first the first. */
const WordChoice = ({ label, column: { spec }, value, onChange }: Props) => {
  const options = spec.is === 'enum' ? Object.entries(spec.of).map(([code, word]) => ({ value: Number(code), label: word })) : []
  const first = options[0]?.value
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first)
  }, [value, first, onChange])
  return <Segmented aria-label={label} options={options} value={value ?? first ?? 0} onChange={(now) => onChange(Number(now))} />
}

interface Place extends Omit<Props, 'onChange'> {
  /** Its place among the desk's choices. */
  place: number
  onChoose: (place: number, value: number) => void
}

/** What narrows both lists of a desk. */
export const QueueChoice = ({ place, onChoose, label, ...rest }: Place) => {
  const onChange = useCallback((value: number) => onChoose(place, value), [place, onChoose])
  const props = { ...rest, label: said(label), onChange }
  return props.column.is === 'ref' ? <RecordChoice {...props} /> : <WordChoice {...props} />
}
