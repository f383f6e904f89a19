import { useSyncExternalStore } from 'react'

/** What is open: nothing, all of one's exports, or those of one message type. */
type Opened = null | 'all' | number

let opened: Opened = null
const listeners = new Set<() => void>()

const set = (next: Opened): void => {
  opened = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens 下载记录 from anywhere: what every export does once it is under way (spec.md section 7); `type` shows those of one message type alone. */
export const openDownloads = (type?: number): void => set(type ?? 'all')

export const closeDownloads = (): void => set(null)

export const useDownloadsOpen = (): Opened => useSyncExternalStore(subscribe, () => opened)
