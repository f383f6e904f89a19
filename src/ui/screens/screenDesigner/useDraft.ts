import { useEffect, useState } from 'react'
import type { Problem } from '../../../core/check/shape.ts'
import type { Resource } from '../../../core/resource.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { CallFailure } from '../../../providers/call.ts'
import { useKeptWriting, useWritten } from '../../hooks/interrupted.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { usePaused } from '../../hooks/usePaused.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'

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
  /** Saves it, and says so in these words where there are any. Throws CallFailure. */
  save: (done?: string) => Promise<void>
  /** How often what stands here was replaced: a panel that holds text of its own begins anew. */
  taken: number
  /** Takes what the server has in place of what stands here. */
  take: (screen: ScreenDraft) => void
  /** Goes on with what stands here, over what someone else saved. */
  keep: () => void
  /** Takes how the screen stands on the server by now. */
  retake: () => void
}

/** Gives a screen's draft. */
export const DRAFT = '/api/screen/draft'

/** Gives the design of a screen from what the server has, which is asked for anew only on demand: nothing that is typed is overwritten. */
export const useDraft = (first: ScreenDraft, reload: () => Promise<ScreenDraft | undefined>): Design => {
  const readAnew = useReadAnew()
  // The list of screens, behind in its tab, shows what becomes of one here.
  const screens = resourceNamed('screen')
  const { attempt } = useDeed()
  const place = `screen ${first.screen_id}`
  const before = useWritten<{ screen: ScreenDraft; made: Resource }>(place)
  const [screen, setScreen] = useState(before?.screen ?? first)
  const [made, put] = useState(before?.made ?? first.draft)
  const [overtaken, setOvertaken] = useState(before && before.screen.version !== first.version ? first : null)
  const [taken, setTaken] = useState(0)
  const text = JSON.stringify(made)
  const paused = usePaused(text, 300)
  const isTouched = text !== JSON.stringify(screen.draft)
  useKeptWriting(place, isTouched ? { screen, made } : null)
  const { data, isFetching } = useRead<{ problems: Problem[] }>(
    '/api/screen/check',
    { screen_id: screen.screen_id, declaration: paused },
    { as: `${screen.no}`, isKept: true, isFollowed: true, gcTime: 0 },
  )
  // Another tab of this browser may hold the draft's page: what it shows is asked for anew.
  useEffect(() => () => readAnew.call(DRAFT), [readAnew])
  const take = (next: ScreenDraft): void => {
    setScreen(next)
    put(next.draft)
    setOvertaken(null)
    setTaken((before) => before + 1)
  }
  const save: Design['save'] = async (done) => {
    try {
      const { version } = await attempt<{ version: number }>(
        '/api/screen/save',
        { screen_id: screen.screen_id, version: screen.version, declaration: text },
        done,
      )
      setScreen({ ...screen, version, draft: made })
      readAnew.records(screens)
    } catch (error) {
      if (error instanceof CallFailure && error.code === 409) setOvertaken((await reload()) ?? null)
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
    retake: () => {
      readAnew.records(screens)
      void reload().then((latest) => latest && take(latest))
    },
  }
}
