import InputNumber from 'antd/es/input-number'
import { useState } from 'react'
import { yuanToFen } from '../../protocol/fen.ts'
import { t } from '../../providers/i18nProvider.ts'
import type { FilterProps } from './kindView.ts'

/** From–to for amounts and numbers; applied on Enter or when one leaves. Amounts are typed in yuan and asked in fen. */
export default function NumberRange({ column, params, onChange }: FilterProps) {
  const isFen = column.is === 'fen'
  const shown = (name: string): number | null => {
    const value = params[name]
    return typeof value === 'number' ? (isFen ? value / 100 : value) : null
  }
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const field = (suffix: 'start' | 'end', label: string) => {
    const name = `${column.name}_${suffix}`
    const apply = (): void => {
      if (!(name in typed)) return
      const { [name]: value, ...others } = typed
      // From here on the box shows what is applied: a filter that is taken away empties it.
      setTyped(others)
      onChange({ [name]: value === null || value === undefined ? undefined : isFen ? (yuanToFen(value.toFixed(2)) ?? undefined) : value })
    }
    return (
      <InputNumber
        aria-label={label}
        placeholder={label}
        controls={false}
        precision={isFen ? 2 : undefined}
        value={name in typed ? typed[name] : shown(name)}
        onChange={(value) => setTyped({ ...typed, [name]: value })}
        onBlur={apply}
        onPressEnter={apply}
      />
    )
  }
  return (
    <span className="range">
      {field('start', t`${column.label}起`)}
      <span>{t`至`}</span>
      {field('end', t`${column.label}止`)}
    </span>
  )
}
