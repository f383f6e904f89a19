import { useState } from 'react'
import type { CompleteAction } from '../../../derive/actions.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Row } from '../../action/begun.ts'
import { newRequestId } from '../../action/requestId.ts'
import { usePerform } from '../../action/usePerform.ts'
import { useToast } from '../../later/toast.tsx'

interface Moved {
  action: CompleteAction | undefined
  /** Where a row stands: where it was dragged to until the list says so too, or the move was refused. */
  startOf: (row: Row) => number
  /** Gives a row another beginning, in seconds; it lasts as long. Says what it is refused with. */
  move: (row: Row, start: number) => Promise<void>
}

/** Moves rows in a calendar by the action that it names. */
export const useMoved = (resource: CompleteResource, rows: readonly Row[]): Moved => {
  const perform = usePerform()
  const toast = useToast()
  const [moved, setMoved] = useState<{ key: unknown; start: number; among: readonly Row[] } | null>(null)
  const [from = '', to = ''] = resource.calendar?.during ?? []
  const action = resource.actions.find(({ name }) => name === resource.calendar?.moves)
  // Read anew, the rows say themselves where they stand.
  const waiting = moved !== null && rows.some((row) => row[resource.key] === moved.key && moved.among.includes(row)) ? moved : null
  return {
    action,
    startOf: (row) => (waiting !== null && waiting.key === row[resource.key] ? waiting.start : Number(row[from])),
    move: async (row, start) => {
      if (!action) return
      setMoved({ key: row[resource.key], start, among: rows })
      try {
        const values = { [from]: start, [to]: start + Number(row[to]) - Number(row[from]) }
        await perform({ resource, action, rows: [row], requestId: newRequestId() }, values)
      } catch (failure) {
        setMoved(null)
        toast.failed(failure)
      }
    },
  }
}
