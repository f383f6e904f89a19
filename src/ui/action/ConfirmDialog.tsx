import { t } from '../../providers/i18nProvider.ts'
import { readTitle } from '../kinds/text.tsx'
import { Question } from '../later/Question.tsx'
import type { DialogProps } from './begun.ts'
import { useAskedFacts } from './useAskedFacts.tsx'
import { usePerform } from './usePerform.ts'

/** Says what will happen, and to how many, before it does. */
export default function ConfirmDialog({ begun, onClose }: DialogProps) {
  const perform = usePerform()
  const { action, resource, rows } = begun
  const { facts, isReading } = useAskedFacts(begun)
  const names = rows.slice(0, 3).map((row) => readTitle(resource, row))
  return (
    <Question
      title={`${action.label}${rows.length > 1 ? t`（${rows.length} 条）` : ''}`}
      okText={action.label}
      isDanger={action.tone === 'danger'}
      isReading={isReading}
      onConfirm={() => perform(begun, { ...begun.given })}
      onClose={onClose}
    >
      {facts}
      <p>{action.confirm || t`确定${action.label}？`}</p>
      {rows.length > 0 && (
        <p className="confirm-names">
          {names.join(t`、`)}
          {rows.length > 3 && t` 等 ${rows.length} 条`}
        </p>
      )}
    </Question>
  )
}
