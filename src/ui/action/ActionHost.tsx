import { mapValues } from 'es-toolkit'
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { routeOf } from '../../derive/routes.ts'
import { currentUser } from '../../providers/session.ts'
import { lazily } from '../later/lazily.ts'
import { interruptedOf, keepInterrupted } from './interrupted.ts'

const ActionDialog = lazily(() => import('./ActionDialog.tsx'))
const ConfirmDialog = lazily(() => import('./ConfirmDialog.tsx'))
const AtOnce = lazily(() => import('./AtOnce.tsx'))

export type Row = Record<string, unknown>

/** An action that someone has begun: on these rows (none for a page's action). */
export interface Begun {
  resource: CompleteResource
  action: CompleteAction
  rows: readonly Row[]
  /** Says to the server that a second sending of this very deed is the same deed. */
  requestId: string
  onDone?: () => void
  /** What its dialog starts with; where it only asks whether, what it sends. */
  given?: Readonly<Record<string, unknown>>
}

type Run = (resource: CompleteResource, action: CompleteAction, rows?: readonly Row[], onDone?: () => void, given?: Begun['given']) => void

const RunContext = createContext<Run>(() => {})

/** Gives the function that begins an action: its dialog or its confirmation opens, whatever screen one is on, or it leads to another. */
export const useRunAction = (): Run => {
  const run = useContext(RunContext)
  const navigate = useNavigate()
  return useCallback(
    (resource, action, rows = [], onDone, given) => {
      if (action.leads) void navigate(generatePath(routeOf(action.leads), mapValues(rows[0] ?? {}, String)))
      else run(resource, action, rows, onDone, given)
    },
    [run, navigate],
  )
}

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Holds what was begun last: the one dialog that it opens, or what does it at once. */
export const ActionHost = ({ children }: { children: ReactNode }) => {
  const [userId] = useState(() => currentUser()?.user_id ?? 0)
  const [begun, setBegun] = useState<Begun | null>(() => interruptedOf(userId))
  useEffect(() => {
    if (begun?.action.form) return () => keepInterrupted(userId, begun)
  }, [begun, userId])
  const run = useCallback<Run>(
    (resource, action, rows = [], onDone, given) =>
      setBegun({ resource, action, rows, requestId: newId(), ...(onDone ? { onDone } : {}), ...(given ? { given } : {}) }),
    [],
  )
  const close = useCallback(() => setBegun(null), [])
  const again = useCallback(() => setBegun((now) => now && { ...now, requestId: newId() }), [])
  return (
    <RunContext value={run}>
      {children}
      {begun && (
        <Suspense fallback={null}>
          {begun.action.form ? (
            <ActionDialog begun={begun} onClose={close} onAgain={again} />
          ) : begun.action.confirm === false ? (
            <AtOnce key={begun.requestId} begun={begun} />
          ) : (
            <ConfirmDialog begun={begun} onClose={close} />
          )}
        </Suspense>
      )}
    </RunContext>
  )
}

/** What a dialog of an action gets. */
export interface DialogProps {
  begun: Begun
  onClose: () => void
}
