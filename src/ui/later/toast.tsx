import { useNotification } from '@refinedev/core'
import { useMemo } from 'react'
import { CallFailure, failureText } from '../../providers/call.ts'
import { notificationProvider, sayWith } from '../../providers/notificationProvider.ts'
import { Later } from './Later.tsx'
import { part } from './part.tsx'

/** Short words about what just happened, said through refine's notifications. */
export interface Toast {
  done(text: string): void
  info(text: string): void
  /** What a deed failed with. */
  failed(error: unknown): void
}

const LOGIN = 302

/**
 * What a read was refused with is said, too, whichever read it was (spec.md section 8). One that the server never answered is said where
 * its rows would stand, save a picture, which has no such place; the end of a session is said on the login page. A read that comes by itself
 * while one types (`isQuiet`) says it in its own place.
 */
export const tellRefusedRead = (
  error: Error,
  { queryKey, meta }: { queryKey: readonly unknown[]; meta?: Readonly<Record<string, unknown>> | undefined },
): void => {
  if (!(error instanceof CallFailure) || error.code === LOGIN || meta?.isQuiet) return
  if (error.code !== 0 || queryKey[0] === 'picture') notificationProvider.open({ type: 'error', message: failureText(error) })
}

const Shown = part((parts) => parts.Toasts)

/** Where short words appear. */
export const Toasts = () => (
  <Later>
    <Shown onReady={sayWith} />
  </Later>
)

export const useToast = (): Toast => {
  const { open } = useNotification()
  return useMemo(() => {
    const info = (message: string): void => open?.({ type: 'error', message })
    return {
      done: (message) => open?.({ type: 'success', message }),
      info,
      failed: (error) => info(failureText(error)),
    }
  }, [open])
}
