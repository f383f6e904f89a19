import { t } from '../../../providers/i18nProvider.ts'
import { Question } from '../../later/Question.tsx'

interface Props {
  /** The version to put back; 0 is the defaults. */
  version: number
  /** Whether something typed would go. */
  isTouched: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Says what putting a version back does, before it is done. */
export const RestoreDialog = ({ version, isTouched, onConfirm, onClose }: Props) => {
  const name = version === 0 ? t`初始值` : t`第 ${version} 版`
  return (
    <Question title={t`恢复到${name}`} okText={t`恢复`} onConfirm={onConfirm} onClose={onClose}>
      <p>{t`将以${name}的内容生成新的一版并立即生效，现在的版本仍在改动记录里。`}</p>
      {isTouched && <p>{t`已填写而未保存的内容将丢失。`}</p>}
    </Question>
  )
}
