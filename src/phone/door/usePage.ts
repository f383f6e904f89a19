import { useCallback, useEffect, useState } from 'react'
import type { DoorAbout } from '../../schemas/link/door.ts'
import { callByLink, mayTryAgain, Refused } from '../call.ts'

/** What is done on a telephone of one's own, after scanning a code: the page's word in addresses of calls, and what it is called. */
export interface PageSpec {
  /** Its calls are `/api/<name>/…`. */
  name: string
  title: string
}

/** What the page shows: the door, what is behind it, or why it does not go on; null while it is asked. */
type Shown<V> =
  | { is: 'door'; about: DoorAbout; p_id: number | undefined; begin: (code: string) => void }
  | { is: 'view'; view: V; code: string }
  | { is: 'stopped'; refused: Refused }
  | null

interface Paging<V> {
  shown: Shown<V>
  open: () => Promise<void>
  refresh: () => Promise<string>
  leave: () => void
}

const projectOf = (address: string): number | undefined => Number(new URLSearchParams(address).get('p')) || undefined

/**
 * Leads through the door of a page, and keeps in this browser the link by which it goes on; it is good in no other. `open` asks anew. A link that is over, or another
 * telephone's now, is forgotten: whoever shows again whose the number is goes on where they were. `refresh` asks anew, too, and gives '' then; where nothing comes through it
 * gives why, and what is shown stays, with what is typed there. `leave` has another number come in.
 */
export const usePage = <V>({ name, title }: PageSpec): Paging<V> => {
  const [shown, setShown] = useState<Shown<V>>(null)
  const p_id = projectOf(location.search)
  const kept = `anju-${name}`
  const ask = useCallback(
    async (refused: (error: Refused) => void): Promise<void> => {
      const code = localStorage.getItem(kept)
      const begin = (given: string): void => {
        localStorage.setItem(kept, given)
        void ask((error) => setShown({ is: 'stopped', refused: error }))
      }
      try {
        if (code) return setShown({ is: 'view', code, view: await callByLink<V>(`/api/${name}/open`, { code }) })
        const about = await callByLink<DoorAbout>(`/api/${name}/about`, p_id ? { p_id } : {})
        setShown({ is: 'door', about, p_id, begin })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (code === null || error.why === '') return refused(error)
        localStorage.removeItem(kept)
        await ask(refused)
      }
    },
    [name, p_id, kept],
  )
  const open = useCallback(() => ask((refused) => setShown({ is: 'stopped', refused })), [ask])
  const refresh = async (): Promise<string> => {
    let trouble = ''
    await ask((refused) => {
      if (mayTryAgain(refused)) trouble = refused.message
      else setShown({ is: 'stopped', refused })
    })
    return trouble
  }
  useEffect(() => {
    document.title = title
    void open()
  }, [open, title])
  const leave = (): void => {
    localStorage.removeItem(kept)
    void open()
  }
  return { shown, open, refresh, leave }
}
