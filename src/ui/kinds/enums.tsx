import { t } from '../../providers/i18nProvider.ts'
import { enumeration } from './enum.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** Gives the words of several choices; of one that is no more its number. */
export const wordsIn = (of: Readonly<Record<number, string>>, values: unknown): string[] =>
  (values as readonly number[]).map((value) => of[value] ?? String(value))

/** All of them by their words, cut where there is no room, and whole on hover. */
const Cell = ({ column: { spec }, value }: CellProps) => {
  if (isEmpty(value) || spec.is !== 'enums') return <Nothing />
  const words = wordsIn(spec.of, value)
  return (
    <span className="labels" data-of="choices" title={words.join(t`、`)}>
      {(value as readonly number[]).map((each, place) => (
        <span key={each} className={spec.tones ? 'state' : undefined} data-tone={spec.tones ? (spec.tones[each] ?? 'quiet') : undefined}>
          {words[place]}
        </span>
      ))}
    </span>
  )
}

export const enums: KindView = { ...enumeration, Cell }
