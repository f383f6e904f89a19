import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { isMaskedKind } from '../../../core/kinds.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { birthOf } from '../../../protocol/idCard.ts'
import { isMasked } from '../../../protocol/masks.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useDeed } from '../../hooks/useDeed.ts'

type Numbers = Readonly<Record<string, unknown>>

/** The numbers that came in full, by record, while the same was looked at. */
interface Shown {
  looked: string | number
  byId: ReadonlyMap<number, Numbers>
}

/**
 * Shows the masked numbers of records in full to who may see them: `of` a record gives the value to show in a column, and what stands
 * behind it. Each time is logged by the server; what is looked at next (`looked`) begins masked.
 */
export const useNumbers = (resource: CompleteResource, looked: string | number) => {
  const { deed } = useDeed()
  const [shown, setShown] = useState<Shown>({ looked, byId: new Map() })
  const [asking, setAsking] = useState<number | null>(null)
  const path = resource.calls.reveal
  const byId = shown.looked === looked ? shown.byId : new Map<number, Numbers>()
  const ask = async (id: number): Promise<void> => {
    if (!path) return
    setAsking(id)
    const answer = await deed<Numbers>(path, { [resource.key]: id, request_id: `${Date.now()}.${Math.random()}` })
    setAsking(null)
    if (answer) setShown((before) => ({ looked, byId: new Map(before.looked === looked ? before.byId : []).set(id, answer.data) }))
  }
  const isHidden = ({ is }: CompleteColumn, value: unknown): boolean => isMaskedKind(is) && isMasked(value)
  const of = (id: number) => {
    const numbers = byId.get(id)
    return {
      valueOf: (column: CompleteColumn, value: unknown): unknown => (isMaskedKind(column.is) ? (numbers?.[column.name] ?? value) : value),
      after: (column: CompleteColumn, value: unknown): ReactNode => {
        const birth = column.is === 'card' && numbers ? birthOf(String(numbers[column.name] ?? '')) : null
        if (birth) return <span className="fact-note">{t`${birth} 出生`}</span>
        return path && mayCall(path) && !numbers && isHidden(column, value) ? (
          <Button type="link" size="small" loading={asking === id} aria-label={t`显示完整的${column.label}`} onClick={() => void ask(id)}>
            {t`显示`}
          </Button>
        ) : null
      },
    }
  }
  return { of }
}
