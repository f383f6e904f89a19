import type { WidgetProps } from '@rjsf/utils'
import Input from 'antd/es/input'
import { useState } from 'react'
import { fenInCapitals, fenToYuan, yuanToFen } from '../../../protocol/fen.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useInputAria } from '../fieldAria.ts'
import { selectWhole } from './selectWhole.ts'

const shown = (value: unknown): string => (typeof value === 'number' ? fenToYuan(value).replaceAll(',', '') : String(value ?? ''))

/** Yuan as typed, fen as kept, and the amount in capitals beneath. Half a fen is no amount: the rule says so and the text stays. */
export const YuanWidget = (props: WidgetProps) => {
  const { id, value, onChange } = props
  const aria = useInputAria(props)
  const [typed, setTyped] = useState(() => shown(value))
  const [seen, setSeen] = useState<unknown>(value)
  const fen = typeof value === 'number' ? value : null
  if (seen !== value) {
    setSeen(value)
    // The form was emptied or filled from outside: show that; what one is typing already means this value.
    if ((yuanToFen(typed) ?? typed) !== value) setTyped(shown(value))
  }
  const take = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') onChange(undefined)
    else onChange(yuanToFen(text) ?? text)
  }
  return (
    <>
      <Input
        id={id}
        {...aria}
        inputMode="decimal"
        suffix={t`元`}
        value={typed}
        onFocus={selectWhole}
        onChange={(event) => take(event.target.value)}
        autoComplete="off"
      />
      {fen !== null && fen !== 0 && <p className="field-capitals">{fenInCapitals(fen)}</p>}
    </>
  )
}
