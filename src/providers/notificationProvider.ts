import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'

/** Shows a word for so many seconds; one with the same key takes the place of the former. */
export type Say = (kind: 'success' | 'info', text: string, seconds: number) => void

let say: Say | null = null
const waiting: OpenNotificationParams[] = []

/** As it came: whoever has something to say says it in the person's language. Refusals and broken rules are shown as info (spec.md section 8). */
const show = (by: Say, { type, message }: OpenNotificationParams): void =>
  type === 'success' ? by('success', message, 2) : by('info', message, 4)

/** Names what shows short words (the component library's part of the page); what was said before it was there is shown now. */
export const sayWith = (next: Say): void => {
  say = next
  for (const word of waiting.splice(0)) show(next, word)
}

/** refine's socket for short words about what just happened. */
export const notificationProvider: NotificationProvider = {
  open: (word) => {
    if (word.message === '') return
    if (say) show(say, word)
    else waiting.push(word)
  },
  // A word goes by itself.
  close: () => {},
}
