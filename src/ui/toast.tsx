import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { CallFailure, failureText } from '../providers/call.ts'
import { t } from '../providers/i18nProvider.ts'
import { Later } from './Later.tsx'
import { part } from './part.tsx'
import type { Say } from './Toasts.tsx'

/** Short words about what just happened. Refusals and broken rules are shown as info (spec.md section 8). */
export interface Toast {
  done(text: string): void
  info(text: string): void
  /** What a deed failed with. */
  failed(error: unknown): void
}

const refusedReads = new Set<(error: Error) => void>()

/**
 * What a read was refused with is said, too, whichever read it was (spec.md section 8). One that the server never answered is said where
 * its rows would stand, save a picture, which has no such place; the end of a session is said on the login page.
 */
export const tellRefusedRead = (error: Error, { queryKey }: { queryKey: readonly unknown[] }): void => {
  if (!(error instanceof CallFailure) || error.code === LOGIN) return
  if (error.code !== 0 || queryKey[0] === 'picture') for (const hear of refusedReads) hear(error)
}

const LOGIN = 302

const ToastContext = createContext<Toast>({ done: () => {}, info: () => {}, failed: () => {} })

const Toasts = part((parts) => parts.Toasts)

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const place = useRef<{ say: Say | null; waiting: Parameters<Say>[] }>({ say: null, waiting: [] })
  const { toast, onReady } = useMemo(() => {
    // What is said before the place for it is there is shown once it is.
    const speak: Say = (...said) => (place.current.say ? place.current.say(...said) : void place.current.waiting.push(said))
    const toast: Toast = {
      done: (text) => speak('success', t(text), 2),
      info: (text) => void (text && speak('info', t(text), 4)),
      failed: (error) => toast.info(failureText(error)),
    }
    const onReady = (say: Say): void => {
      place.current.say = say
      for (const said of place.current.waiting.splice(0)) say(...said)
    }
    return { toast, onReady }
  }, [])
  useEffect(() => {
    refusedReads.add(toast.failed)
    return () => void refusedReads.delete(toast.failed)
  }, [toast])
  return (
    <ToastContext value={toast}>
      <Later>
        <Toasts onReady={onReady} />
      </Later>
      {children}
    </ToastContext>
  )
}

export const useToast = (): Toast => useContext(ToastContext)
