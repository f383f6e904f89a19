import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { currentUser } from '../../providers/session.ts'
import { useStore } from '../hooks/useStore.ts'
import { lazily } from '../later/lazily.ts'
import { ErrorBoundary } from '../tab/ErrorBoundary.tsx'
import type { Begun } from './begun.ts'
import { interruptedOf, keepInterrupted } from './interrupted.ts'
import { newRequestId } from './requestId.ts'
import { shownCode } from './shownCode.ts'
import { type Run, RunContext } from './useRunAction.ts'

const ActionDialog = lazily(() => import('./ActionDialog.tsx'))
const ConfirmDialog = lazily(() => import('./ConfirmDialog.tsx'))
const AtOnce = lazily(() => import('./AtOnce.tsx'))
const Resume = lazily(() => import('./Resume.tsx'))
const PrintAtOnce = lazily(() => import('./PrintAtOnce.tsx'))
const CodeDialog = lazily(() => import('./CodeDialog.tsx'))

/** Holds what was begun last: the one dialog that it opens, or what does it at once. */
export const ActionHost = ({ children }: { children: ReactNode }) => {
  const [userId] = useState(() => currentUser()?.user_id ?? 0)
  const [begun, setBegun] = useState<Begun | null>(() => interruptedOf(userId))
  const code = useStore(shownCode)
  useEffect(() => {
    if (begun?.action.form) return () => keepInterrupted(userId, begun)
  }, [begun, userId])
  const isTyped = useRef(false)
  const touch = useCallback((isTouched: boolean): void => {
    isTyped.current = isTouched
  }, [])
  const run = useCallback<Run>((resource, action, rows = [], beginning = {}) => {
    // The palette reaches over the dialog that is open: what is typed in it does not go unasked.
    if (isTyped.current && !window.confirm(t`放弃已填写的内容？`)) return
    const id = newRequestId()
    setBegun({ resource, action, rows, requestId: id, opened: id, ...beginning })
  }, [])
  const close = useCallback(() => setBegun(null), [])
  const again = useCallback(
    () =>
      setBegun((now) => {
        if (!now) return null
        // The next one is not from that record any more.
        const { from: _from, ...next } = now
        return { ...next, requestId: newRequestId() }
      }),
    [],
  )
  return (
    <RunContext value={run}>
      {children}
      {code && (
        <Suspense fallback={null}>
          <CodeDialog code={code} onClose={() => shownCode.set(null)} />
        </Suspense>
      )}
      {begun && (
        <ErrorBoundary key={begun.opened} onClose={close}>
          <Suspense fallback={null}>
            {begun.action.form ? (
              <ActionDialog begun={begun} onClose={close} onAgain={again} onTouch={touch} />
            ) : begun.action.resumes ? (
              <Resume key={begun.requestId} begun={begun} run={run} />
            ) : begun.action.prints ? (
              <PrintAtOnce key={begun.requestId} begun={begun} />
            ) : begun.action.confirm === false ? (
              <AtOnce key={begun.requestId} begun={begun} />
            ) : (
              <ConfirmDialog begun={begun} onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </RunContext>
  )
}
