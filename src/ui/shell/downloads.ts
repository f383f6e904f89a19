import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
  isOpen = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens 下载记录 from anywhere: what every export does once it is under way (spec.md section 7). */
export const openDownloads = (): void => set(true)

export const closeDownloads = (): void => set(false)

export const useDownloadsOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
