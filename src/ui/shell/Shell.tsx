import { Refine } from '@refinedev/core'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { HashRouter, useLocation, useNavigate } from 'react-router'
import { declaredVersion, fromDeclared, onDeclared, resources } from '../../derive/declared.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { accessControlProvider } from '../../providers/accessControlProvider.ts'
import { authProvider } from '../../providers/authProvider.ts'
import { CallFailure, call } from '../../providers/call.ts'
import { dataProvider } from '../../providers/dataProvider.ts'
import { followEvents } from '../../providers/events.ts'
import { i18nProvider, t } from '../../providers/i18nProvider.ts'
import { refreshScreens } from '../../providers/screens.ts'
import { currentUser, onRefusal, onSession } from '../../providers/session.ts'
import { ActionHost } from '../action/ActionHost.tsx'
import { startScreen } from '../preferences.ts'
import { ToastProvider, tellRefusedRead } from '../toast.tsx'
import { useStore } from '../useStore.ts'
import { Header } from './Header.tsx'
import './shell.css'
import { SideMenu, type SystemInfo } from './SideMenu.tsx'
import { homeOf, isEntryPath, screenAt } from './screens.ts'
import { TabPanes } from './TabPanes.tsx'
import { TabStrip } from './TabStrip.tsx'
import { closeTabs, showTab, type Tab } from './tabs.ts'
import { ViewBanner } from './ViewBanner.tsx'

export { speakDeclared, startFirstScreen } from './startFirstScreen.ts'

const refineResources = fromDeclared(() =>
  resources.filter((resource) => resource.calls.index).map((resource) => ({ name: resource.name, meta: { label: resource.label } })),
)

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellRefusedRead }),
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      staleTime: 5_000,
      // A refusal will be the same next time; only a failure on the way is worth one more try.
      retry: (times, error) => times < 1 && error instanceof CallFailure && error.code === 0,
    },
  },
})

/** How often the system's name is asked for while the server cannot tell by itself that it changed. */
const ASK_MS = 60_000

const isSame = (one: SystemInfo, other: SystemInfo): boolean => one.logo_name === other.logo_name && one.logo_img === other.logo_img

const useSystemInfo = (): SystemInfo => {
  const [info, setInfo] = useState<SystemInfo>({ logo_name: t('安居'), logo_img: '0' })
  const [isLive, setLive] = useState(false)
  const ask = useCallback(
    () =>
      void call<SystemInfo>('/api/sys/update_logo').then(
        (told) => setInfo((now) => (isSame(told, now) ? now : told)),
        () => {},
      ),
    [],
  )
  useEffect(ask, [ask])
  useEffect(() => followEvents({ on: { setting: ask }, onState: (state) => setLive(state === 'live') }), [ask])
  useEffect(() => {
    if (isLive) return
    const timer = setInterval(ask, ASK_MS)
    return () => clearInterval(timer)
  }, [isLive, ask])
  return info
}

const Frame = ({ user }: { user: UserInfo }) => {
  const location = useLocation()
  const navigate = useNavigate()
  const info = useSystemInfo()
  const home = homeOf(user, useStore(startScreen))?.path ?? '/home'
  const isEntry = isEntryPath(location.pathname)
  const active = isEntry ? home : location.pathname
  const title = t(screenAt(active)?.label ?? '页面不存在')
  useEffect(() => {
    if (isEntry) navigate(home, { replace: true })
    else showTab({ path: location.pathname, search: location.search }, home)
  }, [isEntry, home, location.pathname, location.search, navigate])
  useEffect(() => {
    document.title = `${title} · ${info.logo_name}`
  }, [title, info.logo_name])
  const show = useCallback((tab: Tab) => void navigate(tab.path + tab.search), [navigate])
  const close = useCallback(
    (paths: readonly string[]) => {
      const next = closeTabs(paths, active)
      if (next) navigate(next.path + next.search)
    },
    [active, navigate],
  )
  return (
    <div className="shell">
      <SideMenu user={user} info={info} active={active} />
      <div className="main">
        {user.is_view && <ViewBanner role={user.role} />}
        <Header user={user} title={title} active={active} />
        <TabStrip active={active} home={home} onShow={show} onClose={close} />
        <main className="panes">
          <TabPanes active={active} access={user.access} />
        </main>
      </div>
    </div>
  )
}

/** Whether a query asked for records of a screen: by its name, as lists and details do, or by one of its calls. */
const reads = (queryKey: readonly unknown[], screen: string): boolean =>
  queryKey.some((part) => part === screen || (typeof part === 'string' && part.startsWith(`/api/${screen}/`)))

/**
 * The shell around every screen. What the user may do is asked anew at each start, so that a right taken away is not shown, whenever the
 * server says that screens have changed, and when a call is refused for want of a right.
 */
export default function Shell() {
  const user = useSyncExternalStore(onSession, currentUser)
  useSyncExternalStore(onDeclared, declaredVersion)
  useEffect(() => {
    const ask = (): void =>
      void refreshScreens().then(
        (changed) => queryClient.invalidateQueries({ predicate: ({ queryKey }) => changed.some((name) => reads(queryKey, name)) }),
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
        dataProvider={dataProvider}
        authProvider={authProvider}
        accessControlProvider={accessControlProvider}
        i18nProvider={i18nProvider}
        resources={refineResources()}
        options={{ disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: queryClient } }}
      >
        <ToastProvider>
          <ActionHost>
            <Frame user={user} />
          </ActionHost>
        </ToastProvider>
      </Refine>
    </HashRouter>
  )
}
