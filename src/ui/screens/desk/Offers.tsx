import type { Desk } from '../../../core/desk.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import type { DeskOffers } from '../../../protocol/desk.ts'
import { fenToYuan } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { wordsIn } from '../../kinds/enums.tsx'
import { RecordLink } from '../../kinds/RecordLink.tsx'

interface Props {
  desk: Desk
  offered: DeskOffers
  /** They are still looked for. */
  isLooking: boolean
  /** The keys of the rows that are marked. */
  marked: ReadonlySet<unknown>
  onTake: (keys: readonly number[]) => void
}

const isTaken = (keys: readonly number[], marked: ReadonlySet<unknown>): boolean =>
  keys.length === marked.size && keys.every((key) => marked.has(key))

/** What goes together, the surest first, each with its reasons: a digit or a click marks it. Beside it what has to be known and cannot be marked. */
export const Offers = ({ desk: { right }, offered: { offers, beside }, isLooking, marked, onTake }: Props) => {
  if (!right.offers) return null
  const { why } = right.offers
  const spec = resourceNamed(why.resource).column[why.column]?.spec
  const words = spec?.is === 'enums' ? spec.of : {}
  return (
    <div className="desk-offers" role="toolbar" aria-label={t`建议`}>
      {offers.length === 0 && !isLooking && <span className="desk-none">{t`没有建议，按 / 查找`}</span>}
      {offers.map(({ keys, takes, sure, why: reasons }, place) => (
        <button
          key={keys.join()}
          type="button"
          className="desk-offer"
          aria-pressed={isTaken(keys, marked)}
          aria-keyshortcuts={String(place + 1)}
          onClick={() => onTake(keys)}
        >
          <kbd>{place + 1}</kbd> <b data-sure={sure >= 90 ? 'high' : sure >= 70 ? 'middle' : 'low'}>{sure}%</b>
          <span className="fen">¥{fenToYuan(takes)}</span>
          <small>{wordsIn(words, reasons).map(said).join(t`、`)}</small>
        </button>
      ))}
      {beside.map(({ of, id, says }) => (
        <span key={`${of}${id}`} className="desk-beside" role="note">
          <RecordLink of={of} id={id}>
            {said(says)}
          </RecordLink>
        </span>
      ))}
    </div>
  )
}
