import { Refine } from '@refinedev/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { HashRouter } from 'react-router'
import { declaredVersion, onDeclared } from './declared/declared.ts'
import { authProvider } from './providers/authProvider.ts'
import { CallFailure } from './providers/call.ts'
import { CHOICES, choiceProvider } from './providers/choiceProvider.ts'
import { dataProvider } from './providers/dataProvider.ts'
import { forgetEarly } from './providers/earlyCall.ts'
import { followEvents } from './providers/events.ts'
import { i18nProvider } from './providers/i18nProvider.ts'
import { notificationProvider } from './providers/notificationProvider.ts'
import { routerProvider } from './providers/routerProvider.ts'
import { refreshScreens } from './providers/screens.ts'
import { currentUser, onRefusal, onSession } from './providers/session.ts'
import { ActionHost } from './ui/action/ActionHost.tsx'
import { readsScreen } from './ui/hooks/useReadAnew.ts'
import { Toasts, tellRefusedRead } from './ui/later/toast.tsx'
import { staleChoices } from './ui/lookup/stale.ts'
import { Shell } from './ui/shell/Shell.tsx'
import { refineResources } from './ui/tab/screens.ts'
import { startFirstScreen as startScreen } from './ui/tab/startFirstScreen.ts'
import { openTabs } from './ui/tab/tabs.ts'

export { speakDeclared } from './ui/tab/startFirstScreen.ts'

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellRefusedRead }),
  // Whatever is done may change what there is to choose from, and how it is called.
  mutationCache: new MutationCache({ onSuccess: () => staleChoices(queryClient) }),
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      staleTime: 5_000,
      // A refusal will be the same next time; only a failure on the way is worth one more try.
      retry: (times, error) => times < 1 && error instanceof CallFailure && error.code === 0,
    },
    // Who does something without a network hears of it at once, rather than that it is done later, unasked.
    mutations: { networkMode: 'always' },
  },
})

/** Whose answers are held here. */
let reader = 0

/** Begins the first screen of whoever has logged in: of what was read for another, and of the pages that were open for them, nothing is left. */
export const startFirstScreen = (): void => {
  const id = currentUser()?.user_id ?? 0
  if (reader !== 0 && reader !== id) {
    queryClient.clear()
    forgetEarly()
    openTabs.set([])
  }
  reader = id
  startScreen()
}

/**
 * What someone who is logged in gets: refine with its providers, and the resources that the declarations give. What the user may do is
 * asked anew at each start, so that a right taken away is not shown, whenever the server says that screens have changed, and when a call
 * is refused for want of a right.
 */
export default function App() {
  const user = useSyncExternalStore(onSession, currentUser)
  useSyncExternalStore(onDeclared, declaredVersion)
  useEffect(() => {
    const ask = (): void =>
      void refreshScreens().then(
        (changed) => queryClient.invalidateQueries({ predicate: ({ queryKey }) => changed.some((name) => readsScreen(queryKey, name)) }),
        () => {},
      )
    ask()
    const [unfollow, unhear] = [followEvents({ on: { declared: ask }, onState: () => {} }), onRefusal(ask)]
    return () => {
      unfollow()
      unhear()
    }
  }, [])
  if (!user) return null
  return (
    <HashRouter>
      <Refine
        dataProvider={{ default: dataProvider, [CHOICES]: choiceProvider }}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        notificationProvider={notificationProvider}
        routerProvider={routerProvider}
        resources={refineResources()}
        options={{ disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: queryClient } }}
      >
        <Toasts />
        <ActionHost>
          <Shell user={user} />
        </ActionHost>
      </Refine>
    </HashRouter>
  )
}
