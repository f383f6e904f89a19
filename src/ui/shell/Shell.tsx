import { useCallback, useEffect, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import type { UserInfo } from '../../protocol/types.ts'
import { call } from '../../providers/call.ts'
import { followEvents } from '../../providers/events.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { startScreen } from '../hooks/preferences.ts'
import { useStore } from '../hooks/useStore.ts'
import { Header } from './Header.tsx'
import './shell.css'
import { homeOf, isEntryPath, placeOf } from '../tab/screens.ts'
import { TabPanes } from '../tab/TabPanes.tsx'
import { TabStrip } from '../tab/TabStrip.tsx'
import { closeTabs, showTab, type Tab, tabAt } from '../tab/tabs.ts'
import { SideMenu, type SystemInfo } from './menu/SideMenu.tsx'
import { VersionBanner } from './VersionBanner.tsx'
import { ViewBanner } from './ViewBanner.tsx'

/** How often the system's name is asked for while the server cannot tell by itself that it changed. */
const ASK_MS = 60_000

const isSame = (one: SystemInfo, other: SystemInfo): boolean => one.logo_name === other.logo_name && one.logo_img === other.logo_img

const useSystemInfo = (): SystemInfo => {
  const [info, setInfo] = useState<SystemInfo>({ logo_name: t`安居`, logo_img: '0' })
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

/** What stands around every screen, with the open pages in it. */
export const Shell = ({ user }: { user: UserInfo }) => {
  const location = useLocation()
  const navigate = useNavigate()
  const info = useSystemInfo()
  const home = homeOf(user, useStore(startScreen))?.path ?? '/home'
  const isEntry = isEntryPath(location.pathname)
  const { screen, path: active } = placeOf(isEntry ? home : location.pathname)
  const title = screen ? said(screen.label) : t`页面不存在`
  useEffect(() => {
    if (isEntry) navigate(home, { replace: true })
    else showTab(tabAt(createPath(location)), home)
  }, [isEntry, home, location, navigate])
  useEffect(() => {
    document.title = `${title} · ${info.logo_name}`
  }, [title, info.logo_name])
  const show = useCallback((tab: Tab) => void navigate(tab.at), [navigate])
  const close = useCallback(
    (paths: readonly string[]) => {
      const next = closeTabs(paths, active)
      if (next) navigate(next.at)
    },
    [active, navigate],
  )
  return (
    <div className="shell">
      <SideMenu user={user} info={info} active={active} />
      <div className="main">
        {user.is_view && <ViewBanner role={user.role} />}
        <VersionBanner />
        <Header user={user} title={title} active={active} />
        <TabStrip active={active} home={home} onShow={show} onClose={close} />
        <main className="panes">
          <TabPanes active={active} rights={user} />
        </main>
      </div>
    </div>
  )
}
