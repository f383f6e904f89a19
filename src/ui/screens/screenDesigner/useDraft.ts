import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Problem } from '../../../core/check/shape.ts'
import type { Resource } from '../../../core/resource.ts'
import { CallFailure, call } from '../../../providers/call.ts'
import { usePaused } from '../../hooks/usePaused.ts'

/** A screen as /api/screen/draft gives it. */
export interface ScreenDraft {
  screen_id: number
  name: string
  label: string
  state: number
  no: number | null
  version: number
  draft: Resource
  published: Resource | null
  problems: Problem[]
}

/** A screen being designed: what stands in the draft now, whether it is saved, and what is wrong with it. */
export interface Design {
  screen: ScreenDraft
  made: Resource
  /** What is wrong with it; as of a moment ago while it is being checked. */
  problems: readonly Problem[]
  isChecking: boolean
  isTouched: boolean
  /** What someone else saved meanwhile; null where nobody did. */
  overtaken: ScreenDraft | null
  put: (next: Resource) => void
  /** Gives the version saved; throws CallFailure. */
  save: () => Promise<number>
  /** How often what stands here was replaced: a panel that holds text of its own begins anew. */
  taken: number
  /** Takes what the server has in place of what stands here. */
  take: (screen: ScreenDraft) => void
  /** Goes on with what stands here, over what someone else saved. */
  keep: () => void
  /** Asks the server how the screen stands. */
  reload: () => Promise<ScreenDraft>
}

const read = (id: number): Promise<ScreenDraft> => call<ScreenDraft>('/api/screen/draft', { screen_id: id })

/** Gives the design of a screen from what the server has, which is asked for anew only on demand: nothing that is typed is overwritten. */
export const useDraft = (first: ScreenDraft): Design => {
  const queries = useQueryClient()
  const [screen, setScreen] = useState(first)
  const [made, put] = useState(first.draft)
  const [overtaken, setOvertaken] = useState<ScreenDraft | null>(null)
  const [taken, setTaken] = useState(0)
  const text = JSON.stringify(made)
  const paused = usePaused(text, 300)
  const isTouched = text !== JSON.stringify(screen.draft)
  const { data, isFetching } = useQuery({
    queryKey: ['screenCheck', screen.screen_id, screen.no, paused],
    queryFn: ({ signal }) =>
      call<{ problems: Problem[] }>('/api/screen/check', { screen_id: screen.screen_id, declaration: paused }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  // Another tab of this browser may hold the draft's page: what it shows is asked for anew.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ['screenDraft', first.screen_id] }), [queries, first.screen_id])
  const take = (next: ScreenDraft): void => {
    setScreen(next)
    put(next.draft)
    setOvertaken(null)
    setTaken((before) => before + 1)
  }
  const save = async (): Promise<number> => {
    try {
      const { version } = await call<{ version: number }>('/api/screen/save', {
        screen_id: screen.screen_id,
        version: screen.version,
        declaration: text,
      })
      setScreen({ ...screen, version, draft: made })
      return version
    } catch (error) {
      if (error instanceof CallFailure && error.code === 409) setOvertaken(await read(screen.screen_id))
      throw error
    }
  }
  return {
    screen,
    made,
    problems: data?.problems ?? first.problems,
    isChecking: isFetching || paused !== text,
    isTouched,
    overtaken,
    put,
    save,
    taken,
    take,
    keep: () => {
      if (!overtaken) return
      setScreen({ ...overtaken, draft: screen.draft })
      setOvertaken(null)
    },
    reload: () => read(screen.screen_id),
  }
}
