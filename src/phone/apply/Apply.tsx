import { useCallback, useEffect, useState } from 'react'
import type { ApplyAbout, ApplyView } from '../../schemas/application/applying.ts'
import { callByLink, Refused } from '../call.ts'
import { Stopped } from '../Stopped.tsx'
import { Door } from './Door.tsx'
import { Form } from './Form.tsx'
import { Status } from './Status.tsx'
import './apply.css'

/** Under which name this browser keeps the link by which it goes on; it is good in no other. */
const KEPT = 'anju-apply'

type Shown = { is: 'door'; about: ApplyAbout } | { is: 'view'; view: ApplyView; code: string } | { is: 'stopped'; refused: Refused }

const projectOf = (address: string): number | undefined => Number(new URLSearchParams(address).get('p')) || undefined

/** 申请住房 on one's own telephone, from the code that was scanned to how the application stands. */
export default function Apply() {
  const [shown, setShown] = useState<Shown | null>(null)
  const p_id = projectOf(location.search)
  const open = useCallback(async (): Promise<void> => {
    const code = localStorage.getItem(KEPT)
    try {
      if (code) return setShown({ is: 'view', code, view: await callByLink<ApplyView>('/api/apply/open', { code }) })
      setShown({ is: 'door', about: await callByLink<ApplyAbout>('/api/apply/about', p_id ? { p_id } : {}) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The link is over or another telephone's now: whoever shows again whose the number is goes on where they were.
      if (code === null || error.why === '') return setShown({ is: 'stopped', refused: error })
      localStorage.removeItem(KEPT)
      await open()
    }
  }, [p_id])
  useEffect(() => {
    document.title = '申请住房'
    void open()
  }, [open])
  if (!shown)
    return (
      <main className="phone" aria-busy="true">
        <p className="phone-wait">正在打开…</p>
      </main>
    )
  if (shown.is === 'stopped') return <Stopped refused={shown.refused} onAgain={() => void open()} />
  if (shown.is === 'door') {
    const begin = (code: string): void => {
      localStorage.setItem(KEPT, code)
      void open()
    }
    return <Door about={shown.about} p_id={p_id} onProven={begin} />
  }
  const { view, code } = shown
  const isForm = view.stage.name === 'filling' || view.stage.name === 'returned'
  if (!isForm) return <Status view={view} onAgain={() => void open()} />
  return <Form key={view.stage.name} view={view} code={code} onSubmitted={() => void open()} onStopped={() => void open()} />
}
