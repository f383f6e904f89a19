import { memo, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { mayOpen, type Screen } from '../../derive/menu.ts'
import { t } from '../../providers/i18nProvider.ts'
import { haveHeard, onHeard } from '../../providers/screens.ts'
import { StripScreen } from '../list/StripScreen.tsx'
import { lazily } from '../loadScreen.ts'
import { useRights } from '../useRights.ts'
import { useStore } from '../useStore.ts'
import { Waiting } from '../Waiting.tsx'
import { BackToTop } from './BackToTop.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Refused } from './Refused.tsx'
import { componentOf, screenAt } from './screens.ts'
import { ShownContext, TabContext, type TabState } from './tabContext.ts'
import { openTabs, type Tab } from './tabs.ts'

const DetailPage = lazily(() => import('../list/DetailPage.tsx'))

const Content = memo(({ screen }: { screen: Screen }) => {
  useRights()
  const Component = componentOf(screen)
  if (Component) return <Component />
  if (screen.screen) return <Refused code={501} />
  return screen.detailOf ? <DetailPage of={screen.detailOf} /> : <StripScreen screen={screen} />
})

/** An address under which pages made at run time stand was one's, and may be again. */
const Unknown = ({ path }: { path: string }) =>
  useSyncExternalStore(onHeard, haveHeard) ? <Refused code={/^\/screens\/[a-z]\w*$/.test(path) ? 410 : 404} /> : <Waiting />

/**
 * One page in its own scroll area. A hidden page stays as it is, with its filters, scroll and half-filled forms: the browser leaves it out
 * of layout and paint (content-visibility), so that showing it again is neither a render nor a new layout.
 */
const Pane = ({ tab, isActive, access }: { tab: Tab; isActive: boolean; access: readonly string[] }) => {
  const area = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<TabState>(() => ({ path: tab.path, search: new URLSearchParams(tab.search) }))
  if (isActive && state.search.toString() !== new URLSearchParams(tab.search).toString())
    setState({ path: tab.path, search: new URLSearchParams(tab.search) })
  // Tab goes on inside the page that was opened, and the arrows scroll it; who walks along the tabs or is in a dialog stays there.
  useEffect(() => {
    if (isActive && !document.activeElement?.closest('[role=tablist], [role=dialog]')) area.current?.focus({ preventScroll: true })
  }, [isActive])
  const screen = screenAt(tab.path)
  return (
    <div
      className="pane"
      ref={area}
      tabIndex={-1}
      inert={!isActive}
      aria-hidden={!isActive}
      role="tabpanel"
      aria-label={t(screen?.label ?? '页面不存在')}
    >
      <ShownContext value={isActive}>
        <TabContext value={state}>
          <ErrorBoundary>
            <Suspense fallback={<Waiting />}>
              {!screen ? <Unknown path={tab.path} /> : mayOpen(screen, access) ? <Content screen={screen} /> : <Refused code={403} />}
            </Suspense>
          </ErrorBoundary>
        </TabContext>
      </ShownContext>
      {isActive && <BackToTop area={area} />}
    </div>
  )
}

/** The open pages, of which one is shown. */
export const TabPanes = ({ active, access }: { active: string; access: readonly string[] }) => {
  const tabs = useStore(openTabs)
  // A page is built when it is first shown, not when a reload brings its tab back.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([active]))
  if (!seen.has(active)) setSeen(new Set([...seen, active]))
  return tabs
    .filter((tab) => seen.has(tab.path))
    .map((tab) => <Pane key={tab.path} tab={tab} isActive={tab.path === active} access={access} />)
}
