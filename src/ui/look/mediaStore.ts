import type { Store } from '../hooks/useStore.ts'

/**
 * Gives whether a media query holds, as a store. The query itself is read once: a browser may tell of a change only where nobody has
 * read the new answer before, so that one part that reads while it draws would keep the news from all the others.
 */
export const mediaStore = (query: string): Pick<Store<boolean>, 'get' | 'subscribe'> => {
  const list = window.matchMedia(query)
  let holds = list.matches
  const listeners = new Set<() => void>()
  list.addEventListener('change', (event) => {
    holds = event.matches
    for (const listener of listeners) listener()
  })
  return {
    get: () => holds,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
