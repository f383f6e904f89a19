import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import { t } from './spoken.ts'

/** Shows a word for so many seconds; one with the same key takes the place of the former. */
export type Say = (kind: 'success' | 'info', text: string, seconds: number) => void

let say: Say | null = null
const waiting: OpenNotificationParams[] = []

/** Refusals and broken rules are shown as info (spec.md section 8). */
const show = (by: Say, { type, message }: OpenNotificationParams): void =>
  type === 'success' ? by('success', t(message), 2) : by('info', t(message), 4)

/** Names what shows short words (the component library's part of the page); what was said before it was there is shown now. */
export const sayWith = (next: Say): void => {
  say = next
  for (const said of waiting.splice(0)) show(next, said)
}

/** refine's socket for short words about what just happened. */
export const notificationProvider: NotificationProvider = {
  open: (said) => {
    if (said.message === '') return
    if (say) show(say, said)
    else waiting.push(said)
  },
  // A word goes by itself.
  close: () => {},
}
