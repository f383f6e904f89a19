import Select from 'antd/es/select'
import type { FilterProps } from './kindView.ts'

/** A filter that takes any of several choices; none chosen is no filter. */
export const ManyFilter = ({ column, params, onChange, options }: FilterProps & { options: { value: number; label: string }[] }) => (
  <Select
    mode="multiple"
    aria-label={column.label}
    placeholder={column.label}
    allowClear
    maxTagCount={1}
    maxTagTextLength={6}
    optionFilterProp="label"
    value={(params[column.name] as number[] | undefined) ?? []}
    onChange={(values: number[]) => onChange({ [column.name]: values.length > 0 ? values : undefined })}
    options={options}
  />
)
