import { t } from '../../../providers/i18nProvider.ts'
import { Question } from '../../later/Question.tsx'

/** What is put back: a version, 0 the defaults; from a day on, in place of what would come into force then. */
export interface Restored {
  to: number
  from_date?: string
}

interface Props extends Restored {
  /** Whether something typed would go. */
  isTouched: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Gives how staff call a version; 0 is the defaults. */
export const versionName = (version: number): string => (version === 0 ? t`初始值` : t`第 ${version} 版`)

/** Gives what is said when it is done. */
export const doneWords = ({ to, from_date }: Restored): string => {
  if (from_date) return t`已撤下，${from_date} 起仍按现行的`
  return to === 0 ? t`已恢复为初始值` : t`已恢复到第 ${to} 版`
}

/** Says what putting a version back does, before it is done. */
export const RestoreDialog = ({ to, from_date, isTouched, onConfirm, onClose }: Props) => {
  const name = versionName(to)
  return (
    <Question
      title={from_date ? t`${from_date} 起不再生效` : t`恢复到${name}`}
      okText={from_date ? t`不再生效` : t`恢复`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {from_date
          ? t`将以现行的内容（${name}）生成新的一版，从 ${from_date} 起代替原定的那一版；原定的仍在改动记录里。`
          : t`将以${name}的内容生成新的一版并立即生效，现在的版本仍在改动记录里。`}
      </p>
      {isTouched && <p>{t`已填写而未保存的内容将丢失。`}</p>}
    </Question>
  )
}
