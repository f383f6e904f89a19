import { useEffect, useState, useSyncExternalStore } from 'react'
import { speakChosen } from '../providers/i18nProvider.ts'
import { currentUser, onSession } from '../providers/session.ts'
import { localeChoice } from './hooks/preferences.ts'
import { useStore } from './hooks/useStore.ts'
import { loadApp, type View } from './loadApp.ts'
import { useTheme } from './look/useTheme.ts'
import Login from './screens/login/Login.tsx'

/** Fetches what someone logged in, or not, needs. */
export const loadView = async (isShell: boolean): Promise<View> =>
  isShell ? loadApp() : { isShell, Component: Login, locale: await speakChosen() }

/**
 * Shows one of the two by whether anyone is logged in. The first is fetched before React starts: a Suspense fallback would be shown for
 * at least 300 ms, however soon its content is there.
 */
export const Root = ({ first }: { first: View }) => {
  useTheme()
  const user = useSyncExternalStore(onSession, currentUser)
  const wanted = useStore(localeChoice)
  const [asked, setAsked] = useState(wanted)
  const [{ isShell, Component, locale }, setView] = useState(first)
  const wantsShell = user !== null
  useEffect(() => {
    let isCurrent = true
    if (wantsShell !== isShell || wanted !== asked)
      loadView(wantsShell).then(
        (view) => {
          if (!isCurrent) return
          setAsked(wanted)
          setView(view)
        },
        // A login page that stood open while the server got another version knows the scripts of the former one alone; who has logged in stays so.
        () => location.reload(),
      )
    return () => {
      isCurrent = false
    }
  }, [wantsShell, isShell, wanted, asked])
  // Between the two, nobody's shell must not ask for anything; a login that has just worked keeps saying so.
  if (isShell && !wantsShell) return null
  // Another language is another page: every word on it is drawn anew.
  return <Component key={`${isShell ? user?.user_id : 0} ${locale}`} />
}
