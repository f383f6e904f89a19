import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { isMaskedKind } from '../../core/kinds.ts'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { birthOf } from '../../protocol/idCard.ts'
import { isMasked } from '../../protocol/masks.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useDeed } from '../useDeed.ts'

/** The numbers of a record as they came in full. */
interface Shown {
  id: number
  numbers: Readonly<Record<string, unknown>>
}

/**
 * Shows the masked numbers of one record in full to who may see them: gives the value to show in a column, and what stands behind it.
 * Each time is logged by the server; another record begins masked.
 */
export const useNumbers = (resource: CompleteResource, id: number) => {
  const { deed, isBusy: isAsking } = useDeed()
  const [shown, setShown] = useState<Shown | null>(null)
  const path = resource.calls.reveal
  const numbers = shown?.id === id ? shown.numbers : null
  const ask = async (): Promise<void> => {
    if (!path) return
    const answer = await deed<Shown['numbers']>(path, { [resource.key]: id, request_id: `${Date.now()}.${Math.random()}` })
    if (answer) setShown({ id, numbers: answer.data })
  }
  const isHidden = ({ is }: CompleteColumn, value: unknown): boolean => isMaskedKind(is) && isMasked(value)
  return {
    valueOf: (column: CompleteColumn, value: unknown): unknown => (isMaskedKind(column.is) ? (numbers?.[column.name] ?? value) : value),
    after: (column: CompleteColumn, value: unknown): ReactNode => {
      const birth = column.is === 'card' && numbers ? birthOf(String(numbers[column.name] ?? '')) : null
      if (birth) return <span className="fact-note">{t(`${birth} 出生`)}</span>
      return path && mayCall(path) && !numbers && isHidden(column, value) ? (
        <Button type="link" size="small" loading={isAsking} aria-label={t(`显示完整的${column.label}`)} onClick={() => void ask()}>
          {t('显示')}
        </Button>
      ) : null
    },
  }
}
