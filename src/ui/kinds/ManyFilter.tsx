import Select from 'antd/es/select'
import { useState } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import type { FilterProps } from './kindView.ts'

interface Option {
  value: number
  label: string
  /** What is shown of one that is chosen, where its label is long. */
  short?: string
}

interface Props extends FilterProps {
  options: readonly Option[]
  /** Hears what is typed, where the server finds choices by it. */
  onSearch?: ((typed: string) => void) | undefined
  isLoading?: boolean
}

/** A filter that takes any of several choices; none chosen is no filter. */
export const ManyFilter = ({ column, params, onChange, options, onSearch, isLoading = false }: Props) => {
  const values = (params[column.name] as number[] | undefined) ?? []
  // What was chosen stays readable when a later search no longer finds it.
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const kept = chosen.filter(({ value }) => values.includes(value) && !options.some((option) => option.value === value))
  return (
    <Select<number[], Option>
      mode="multiple"
      aria-label={column.label}
      placeholder={column.label}
      allowClear
      maxTagCount={1}
      maxTagTextLength={values.length > 1 ? 3 : 8}
      maxTagPlaceholder={(others) => `+${others.length}`}
      notFoundContent={isLoading ? t('查找中…') : undefined}
      optionFilterProp="label"
      optionLabelProp="short"
      filterOption={onSearch ? false : undefined}
      onSearch={onSearch}
      onOpenChange={(isOpen) => {
        if (!isOpen) onSearch?.('')
      }}
      value={values}
      onChange={(now, taken) => {
        setChosen([taken].flat().filter((option) => option !== undefined))
        onChange({ [column.name]: now.length > 0 ? now : undefined })
      }}
      options={[...kept, ...options].map((option) => ({ ...option, short: option.short ?? option.label }))}
    />
  )
}
