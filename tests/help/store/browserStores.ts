import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Who is asked for `BrowserStores`, and answers once they are made. */
    browserStores: string
  }
}

export type Sample = 'none' | 'small'

/** What browserSetup.ts makes for the files that are about clicks and faults. */
export interface BrowserStores {
  /** Data directories of stopped servers: an operator's who has nothing yet, and one's with the small sample. */
  ready: Record<Sample, string>
  /** A server with the small sample that the files of this worker share, one after the other, and those of no other. */
  url: string
}

const asked = async (): Promise<BrowserStores> => {
  const answer = await fetch(`${inject('browserStores')}/${process.pid}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as BrowserStores
}

/** They are made while other suites run: whoever needs them waits for them here. Files of those suites that share a helper need none. */
export const browserStores: BrowserStores = inject('browserStores') ? await asked() : { ready: { none: '', small: '' }, url: '' }
