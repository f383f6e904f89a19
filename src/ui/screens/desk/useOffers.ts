import { useEffect, useMemo, useState } from 'react'
import type { Desk } from '../../../core/desk.ts'
import type { DeskOffers } from '../../../protocol/desk.ts'
import { useRead } from '../../hooks/useRead.ts'

const NOTHING: DeskOffers = { offers: [], rows: [], beside: [] }
/** Staff type on for so many milliseconds before anything is looked for. */
const PAUSE = 250

/** What a desk's right list offers for what is meant on the left, or for what is looked for (`question`, one and the same text as long as that is so); nothing where the right list is its own. */
export const useOffers = ({ right }: Desk, keys: readonly unknown[], looksFor: string) => {
  const [keyword, setKeyword] = useState(looksFor)
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(looksFor.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [looksFor])
  const call = keys.length > 0 ? (right.offers?.call ?? null) : null
  const params = useMemo(() => ({ ids: keys, ...(keyword === '' ? {} : { keyword }) }), [keys, keyword])
  const { data, error, isLoading } = useRead<DeskOffers>(call, call === null ? undefined : params, { isView: true })
  return {
    offered: call !== null ? (data ?? NOTHING) : NOTHING,
    question: JSON.stringify(params),
    error,
    isLoading: isLoading && call !== null,
  }
}
