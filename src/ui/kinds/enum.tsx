import type { CompleteColumn } from '../../derive/complete.ts'
import { t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { type CellProps, type FilterProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const ManyFilter = part((parts) => parts.ManyFilter)

const words = ({ spec }: CompleteColumn): Readonly<Record<string, string>> => (spec.is === 'enum' || spec.is === 'enums' ? spec.of : {})

/** A state is a dot and a word, never a colour alone (look.md); an enum without tones is a word. */
const Cell = ({ column, value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const word = words(column)[String(value)] ?? String(value)
  const tone = column.spec.is === 'enum' ? column.spec.tones?.[Number(value)] : undefined
  if (column.spec.is !== 'enum' || !column.spec.tones) return <>{word}</>
  return (
    <span className="state" data-tone={tone ?? 'quiet'}>
      {word}
    </span>
  )
}

const Filter = (props: FilterProps) => (
  <ManyFilter {...props} options={Object.entries(words(props.column)).map(([value, label]) => ({ value: Number(value), label }))} />
)

export const enumeration: KindView = {
  Cell,
  Filter,
  describe: (column, params) => {
    const values = params[column.name]
    if (!Array.isArray(values) || values.length === 0) return null
    return t`${column.label}：${values.map((value) => words(column)[String(value)] ?? value).join(t`、`)}`
  },
}
