/** What an action answers with where somebody else is to go on with a phone: an address, shown as a code to scan. */
export interface ShownCode {
  /** Whole, or from where this page is. */
  link: string
  title: string
  said: string
}

let shown: ShownCode | null = null
const listeners = new Set<() => void>()

/** The code that is shown over all screens. */
export const shownCode = {
  get: () => shown,
  set(next: ShownCode | null) {
    shown = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Shows what an answer has to be scanned (`qr`); nothing where it has not. */
export const showCode = (answer: unknown): void => {
  const { qr } = (answer ?? {}) as { qr?: ShownCode }
  if (qr) shownCode.set(qr)
}
