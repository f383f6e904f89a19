import { createContext, type ReactNode, useContext, useMemo } from 'react'
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  NavigationType,
  parsePath,
  type To,
} from 'react-router'

/** Apart from the address, because it alone changes when another tab is looked at: a list that asked for both was drawn anew each time. */
export const ShownContext = createContext(true)

/** Whether one's page, and one's list on it, is the one that is looked at. */
export const useIsShown = (): boolean => useContext(ShownContext)

interface Props {
  /** Path and search part. */
  at: string
  /** Whether the browser's own address is this one; it is asked when what it holds goes somewhere, and must not change from one drawing to the next. */
  isShown: () => boolean
  /** Hears where what it holds goes on its own while it is not shown: nobody is led away from what they look at. */
  onMove: (at: string) => void
  children: ReactNode
}

/**
 * Gives what it holds a location of its own: the router's and refine's hooks within it speak of that address, whatever the browser shows,
 * and nothing within is drawn anew when the browser goes elsewhere.
 */
export const Located = ({ at, isShown, onMove, children }: Props) => {
  const outer = useContext(NavigationContext)
  const location = useMemo(
    () => ({
      location: { pathname: '/', search: '', hash: '', ...parsePath(at), state: null, key: at, mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [at],
  )
  const navigation = useMemo(() => {
    const { navigator } = outer
    const goes =
      (way: 'push' | 'replace'): typeof navigator.push =>
      (to: To, state, options) =>
        way === 'push' || isShown() ? navigator[way](to, state, options) : onMove(typeof to === 'string' ? to : createPath(to))
    return { ...outer, navigator: { ...navigator, push: goes('push'), replace: goes('replace') } }
  }, [outer, isShown, onMove])
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigationContext>
  )
}
