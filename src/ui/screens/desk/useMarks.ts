import { useCallback, useMemo, useState } from 'react'
import type { DeskSide } from '../../../core/desk.ts'
import type { Row } from '../../action/begun.ts'
import type { Shown } from './useDeskList.ts'

type Sides<T> = Readonly<Record<DeskSide, T>>
type Keys = ReadonlySet<unknown>

const NONE: Keys = new Set()

/** Rows of a desk's lists that are marked, by their keys; a row that is gone is marked no more. */
export const useMarks = () => {
  const [marks, setMarks] = useState<Sides<Keys>>({ left: NONE, right: NONE })
  const toggle = useCallback((side: DeskSide, key: unknown) => {
    setMarks((now) => {
      const keys = new Set(now[side])
      if (!keys.delete(key)) keys.add(key)
      return { ...now, [side]: keys }
    })
  }, [])
  const put = useCallback((side: DeskSide, keys: readonly unknown[]) => {
    setMarks((now) => ({ ...now, [side]: keys.length === 0 ? NONE : new Set(keys) }))
  }, [])
  return useMemo(() => ({ marks, toggle, put }), [marks, toggle, put])
}

/** The rows that a deed is done to: those that are marked, else the one that is chosen. */
export const meantRows = ({ resource, rows, list }: Shown, marks: Keys, chosen: Row | undefined): readonly Row[] => {
  const marked = list.marks === undefined ? [] : rows.filter((row) => marks.has(row[resource.key]))
  return marked.length > 0 || !chosen ? marked : [chosen]
}
