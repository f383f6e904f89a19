import Button from 'antd/es/button'
import { t } from '../../providers/i18nProvider.ts'
import './overtaken.css'

interface Props {
  /** Who saved what, translated. */
  what: string
  /** What taking theirs is called, translated. */
  take: string
  onTake: () => void
  /** Keeps what was typed, to be saved over theirs. */
  onKeep: () => void
}

/** What someone else saved while one was typing here; nothing typed is lost until one chooses. */
export const Overtaken = ({ what, take, onTake, onKeep }: Props) => (
  <div className="overtaken" role="alert">
    <span>{what}</span>
    <Button size="small" onClick={onTake}>
      {take}
    </Button>
    <Button size="small" onClick={onKeep}>
      {t`保留所填，再次保存`}
    </Button>
  </div>
)
