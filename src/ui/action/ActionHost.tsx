import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { mapValues } from 'es-toolkit'
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { journal } from '../../declared/journal.ts'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { sentValues } from '../../derive/forms/sent.ts'
import { routeOf } from '../../derive/routes.ts'
import { CallFailure, hashed } from '../../providers/call.ts'
import { viewAs } from '../../providers/login.ts'
import { currentUser } from '../../providers/session.ts'
import { useDeed } from '../hooks/useDeed.ts'
import { lazily } from '../later/lazily.ts'
import { useToast } from '../later/toast.tsx'
import { interruptedOf, keepInterrupted } from './interrupted.ts'

const ActionDialog = lazily(() => import('./ActionDialog.tsx'))
const ConfirmDialog = lazily(() => import('./ConfirmDialog.tsx'))

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

const rowParams = ({ resource, action, rows }: Begun): Record<string, unknown> => {
  const keys = rows.map((row) => row[resource.key])
  if (keys.length === 0) return {}
  const versions = rows.map(({ version }) => version)
  const isSeen = action.isSeen && versions.every((version) => version !== undefined)
  return keys.length === 1
    ? { [resource.key]: keys[0], ...(isSeen ? { version: versions[0] } : {}) }
    : { ids: keys, ...(isSeen ? { versions } : {}) }
}

/** Makes an action's call and tells every view that shows such records to read them anew. Throws CallFailure. */
const usePerform = () => {
  const invalidate = useInvalidate()
  const queries = useQueryClient()
  const { attempt } = useDeed()
  return useCallback(
    async (begun: Begun, values: Record<string, unknown>): Promise<void> => {
      const { resource, action, requestId } = begun
      const sent = action.form ? sentValues(action.form, values, hashed) : values
      const params = { ...rowParams(begun), ...sent, request_id: requestId }
      const done = action.enters ? undefined : (action.done ?? `${action.label}成功`)
      const answer = await attempt<{ token?: string } | null>(action.can, params, done).catch((error: unknown) => {
        // Whoever is told that another has changed a row sees what it is now.
        if (error instanceof CallFailure && error.code === 409)
          void invalidate({ resource: resource.name, invalidates: ['list', 'detail'] })
        throw error
      })
      if (action.enters && answer?.token) return viewAs(answer.token)
      begun.onDone?.()
      // The dialog closes now; what shows such records reads them anew behind it.
      void invalidate({ resource: resource.name, invalidates: ['list', 'detail'] })
      if (journal && resource.isLogged) void invalidate({ resource: journal.name, invalidates: ['list'] })
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'lookup' || queryKey[0] === 'view' })
    },
    [invalidate, queries, attempt],
  )
}

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Holds the one dialog that an action opens. */
export const ActionHost = ({ children }: { children: ReactNode }) => {
  const [userId] = useState(() => currentUser()?.user_id ?? 0)
  const [begun, setBegun] = useState<Begun | null>(() => interruptedOf(userId))
  useEffect(() => {
    if (begun?.action.form) return () => keepInterrupted(userId, begun)
  }, [begun, userId])
  const perform = usePerform()
  const toast = useToast()
  const run = useCallback<Run>(
    (resource, action, rows = [], onDone, given) => {
      const next: Begun = { resource, action, rows, requestId: newId(), ...(onDone ? { onDone } : {}), ...(given ? { given } : {}) }
      if (action.form || action.confirm !== false) setBegun(next)
      else perform(next, {}).catch(toast.failed)
    },
    [perform, toast],
  )
  const close = useCallback(() => setBegun(null), [])
  const again = useCallback(() => setBegun((now) => now && { ...now, requestId: newId() }), [])
  const Dialog = useMemo(() => (begun?.action.form ? ActionDialog : ConfirmDialog), [begun])
  return (
    <RunContext value={run}>
      {children}
      {begun && (
        <Suspense fallback={null}>
          <Dialog begun={begun} perform={perform} onClose={close} onAgain={again} />
        </Suspense>
      )}
    </RunContext>
  )
}

/** What both dialogs get. */
export interface DialogProps {
  begun: Begun
  perform: (begun: Begun, values: Record<string, unknown>) => Promise<void>
  onClose: () => void
  /** Goes on with another of the same after one was saved. */
  onAgain: () => void
}
