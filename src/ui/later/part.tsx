import { type ComponentType, createContext, startTransition, useCallback, useContext, useEffect, useState } from 'react'
import { earlyAnswers } from '../../providers/earlyCall.ts'
import { t } from '../../providers/i18nProvider.ts'
import { fetched } from './fetched.ts'

type Parts = typeof import('./parts.ts')

const ThemedContext = createContext(false)

let parts: Parts | null = null

const nextFrame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done))

/** Running the library takes the browser's one thread for long enough to be seen: rows that are being read are drawn before it. */
const fetchParts = async (): Promise<Parts> => {
  const rows = earlyAnswers()
  if (rows) {
    await rows
    // The answer becomes rows before the second frame at the latest, and that frame shows them.
    await nextFrame()
    await nextFrame()
  }
  return fetched(() => import('./parts.ts'))
}

let fetching: Promise<Parts> | null = null

/** Gives the parts that the component library draws, fetched once. Throws where they cannot be fetched; the next call tries again. */
export const loadParts = (): Promise<Parts> => {
  fetching ??= fetchParts().then(
    (loaded) => {
      parts = loaded
      return loaded
    },
    (error: unknown) => {
      fetching = null
      throw error
    },
  )
  return fetching
}

/** Gives a component under the library's theme, unless what stands around it is already. */
export const themed = <P extends object>(Component: ComponentType<P>, { Themed }: Pick<Parts, 'Themed'>): ComponentType<P> => {
  return function UnderTheme(props: P) {
    if (useContext(ThemedContext)) return <Component {...props} />
    return (
      <ThemedContext value={true}>
        <Themed>
          <Component {...props} />
        </Themed>
      </ThemedContext>
    )
  }
}

/**
 * Gives a part that the component library draws. The library is fetched when the first of them is drawn, so the shell and a list's rows do
 * not wait for it (docs/decisions/008-library-after-rows.md); until then nothing stands in the part's place.
 */
export const part = <P extends object>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> => {
  let drawn: ComponentType<P> | null = null
  const drawnBy = (loaded: Parts): ComponentType<P> => {
    drawn ??= themed(pick(loaded), loaded)
    return drawn
  }
  return function Part(props: P) {
    const [here, setHere] = useState(parts)
    const [hasFailed, setFailed] = useState(false)
    const load = useCallback(() => {
      setFailed(false)
      loadParts().then(
        (loaded) => startTransition(() => setHere(loaded)),
        () => setFailed(true),
      )
    }, [])
    useEffect(() => {
      if (!here) load()
    }, [here, load])
    if (here) {
      const Drawn = drawnBy(here)
      return <Drawn {...props} />
    }
    if (!hasFailed) return null
    return (
      <button type="button" className="link" onClick={load}>
        {t`重新加载`}
      </button>
    )
  }
}
