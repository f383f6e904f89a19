import { memo } from 'react'
import { said, t } from '../../../providers/i18nProvider.ts'
import { roomStates } from '../../../schemas/property/roomState.ts'
import { countText } from './words.ts'

type LegendProps = {
  /** Rooms by state code. */
  counts: readonly number[]
  states: readonly number[]
  onStates: (states: number[]) => void
}

export const Legend = memo(function Legend({ counts, states, onStates }: LegendProps) {
  const all = counts.reduce((m, n) => m + n, 0)
  const toggle = (code: number) => onStates(states.includes(code) ? states.filter((s) => s !== code) : [...states, code])
  return (
    <fieldset className="rm-legend" aria-label={t`按房态筛选`}>
      <button type="button" aria-pressed={states.length === 0} onClick={() => onStates([])}>
        {t`全部 `}
        <b>{countText(all)}</b>
      </button>
      {roomStates.map((s) => (
        <button key={s.code} type="button" aria-pressed={states.includes(s.code)} onClick={() => toggle(s.code)}>
          <i className={`rm-swatch rm-s${s.code}`} aria-hidden="true">
            {said(s.mark)}
          </i>
          {said(s.label)} <b>{countText(counts[s.code] ?? 0)}</b>
        </button>
      ))}
    </fieldset>
  )
})
