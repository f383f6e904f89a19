import { call } from './call.ts'
import { newReport } from './errorReports.ts'

/** Records a crash of the page: what was thrown, and on which screen. The part of the address behind `?` may hold what was searched for. */
export const reportCrash = (error: unknown): void => {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const report = newReport({ type: 'script', code: name, mes: message, url: location.hash.split('?')[0] ?? '' })
  if (report) void call('/save_error_logger', report).catch(() => {})
}

/** Refusals and broken lines are told to whoever made the call, and recorded where they are failures of the server. */
const isOfCall = (error: unknown): boolean => error instanceof Error && ['CallFailure', 'AbortError', 'CanceledError'].includes(error.name)

/** Records what nobody caught, from now on. */
export const reportUncaught = (): void => {
  addEventListener('error', ({ error, message }) => reportCrash(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!isOfCall(reason)) reportCrash(reason)
  })
}
