import { memo, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isOpenTo, type Screen } from '../../derive/menu.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { haveHeard, onHeard } from '../../providers/screens.ts'
import { useRights } from '../hooks/useRights.ts'
import { useStore } from '../hooks/useStore.ts'
import { lazily } from '../later/lazily.ts'
import { StripScreen } from '../list/StripScreen.tsx'
import { openStrips } from '../list/strips.ts'
import { Waiting } from '../look/Waiting.tsx'
import { BackToTop } from '../shell/BackToTop.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Located, ShownContext } from './Located.tsx'
import { Refused } from './Refused.tsx'
import { componentOf, placeOf } from './screens.ts'
import { moveTab, openTabs, type Tab, tabAt } from './tabs.ts'

const DetailPage = lazily(() => import('../list/detail/DetailPage.tsx'))

type Rights = Pick<UserInfo, 'access' | 'closed'>

const Content = memo(({ screen }: { screen: Screen }) => {
  useRights()
  if (screen.strips.length > 0 && openStrips(screen.strips).length === 0) return <Refused code={403} />
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
const Pane = ({ tab: { path, at }, isActive, rights }: { tab: Tab; isActive: boolean; rights: Rights }) => {
  const area = useRef<HTMLDivElement>(null)
  const isShown = useCallback(() => tabAt(location.hash.slice(1)).path === path, [path])
  const move = useCallback((to: string) => moveTab({ path, at: to }), [path])
  // Tab goes on inside the page that was opened, and the arrows scroll it; who walks along the tabs or is in a dialog stays there.
  useEffect(() => {
    const { activeElement } = document
    // A page that has put the focus on something of its own keeps it there.
    if (isActive && !activeElement?.closest('[role=tablist], [role=dialog]') && !area.current?.contains(activeElement))
      area.current?.focus({ preventScroll: true })
  }, [isActive])
  const { screen } = placeOf(path)
  return (
    <div
      className="pane"
      ref={area}
      tabIndex={-1}
      inert={!isActive}
      aria-hidden={!isActive}
      role="tabpanel"
      aria-label={screen ? said(screen.label) : t`页面不存在`}
    >
      <ShownContext value={isActive}>
        <Located at={at} isShown={isShown} onMove={move}>
          <ErrorBoundary>
            <Suspense fallback={<Waiting />}>
              {!screen ? <Unknown path={path} /> : isOpenTo(screen, rights) ? <Content screen={screen} /> : <Refused code={403} />}
            </Suspense>
          </ErrorBoundary>
        </Located>
      </ShownContext>
      {isActive && <BackToTop area={area} />}
    </div>
  )
}

/** The open pages, of which one is shown. */
export const TabPanes = ({ active, rights }: { active: string; rights: Rights }) => {
  const tabs = useStore(openTabs)
  // A page is built when it is first shown, not when a reload brings its tab back.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([active]))
  if (!seen.has(active)) setSeen(new Set([...seen, active]))
  return tabs
    .filter((tab) => seen.has(tab.path))
    .map((tab) => <Pane key={tab.path} tab={tab} isActive={tab.path === active} rights={rights} />)
}
