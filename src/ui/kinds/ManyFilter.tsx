import Select from 'antd/es/select'
import { useState } from 'react'
import { useBeside } from '../lookup/useBeside.tsx'
import { calledBy, searchProps } from '../lookup/useChoices.ts'
import type { FilterProps } from './kindView.ts'

interface Option {
  value: number
  label: string
  /** What is shown of one that is chosen, where its label is long. */
  short?: string
}

/** One that is chosen, as its tag shows it. */
type Shown = Pick<Option, 'value' | 'label'>

interface Props extends FilterProps {
  /** The call that gives the options, where they are records. */
  path?: string
  options: readonly Option[]
  /** Others by which what is chosen is called. */
  known?: readonly Option[]
  /** Hears what is typed, where the server finds choices by it. */
  onSearch?: ((typed: string) => void) | undefined
  isLoading?: boolean
  /** Whether it is being asked how those are called that are chosen. */
  isNaming?: boolean
  /** Whether the options are what was found by something typed. */
  isSearching?: boolean
}

/** A filter that takes any of several choices; none chosen is no filter. */
export const ManyFilter = ({
  column,
  params,
  onChange,
  path,
  options,
  known = [],
  onSearch,
  isLoading = false,
  isNaming = false,
  isSearching = false,
}: Props) => {
  const values = (params[column.name] as number[] | undefined) ?? []
  // What was chosen stays readable when a later search no longer finds it.
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const optionOf = (value: number): Option =>
    [...options, ...known, ...chosen].find((option) => option.value === value) ?? { value, label: calledBy(value, undefined, isNaming) }
  const far = values.filter((value) => !options.some((option) => option.value === value)).map(optionOf)
  const offered = isSearching ? options : [...far, ...options]
  const search = useBeside(
    path ?? null,
    offered.map(({ value }) => value),
    searchProps({ isLoading, onSearch }),
  )
  return (
    <Select<Shown[], Option>
      mode="multiple"
      aria-label={column.label}
      placeholder={column.label}
      allowClear
      maxTagCount={1}
      maxTagTextLength={values.length > 1 ? 3 : 8}
      maxTagPlaceholder={(others) => `+${others.length}`}
      {...search}
      optionLabelProp="short"
      labelInValue
      value={values.map(optionOf).map(({ value, label, short = label }) => ({ value, label: short }))}
      onChange={(now) => {
        const left = now.map(({ value }) => value)
        setChosen(left.map(optionOf))
        onChange({ [column.name]: left.length > 0 ? left : undefined })
      }}
      options={offered.map((option) => ({ ...option, short: option.short ?? option.label }))}
    />
  )
}
