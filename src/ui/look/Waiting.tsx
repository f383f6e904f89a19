import { t } from '../../providers/i18nProvider.ts'
import './waiting.css'

/** Stands where something is being fetched, in the shape of what will be there: a list, what belongs to a record, cards, the room map; or a page of any shape, empty. */
export const Waiting = ({ like = 'page' }: { like?: 'rows' | 'facts' | 'cards' | 'rooms' | 'page' }) => (
  <div className="waiting" data-like={like} role="status" aria-label={t`加载中`} />
)
