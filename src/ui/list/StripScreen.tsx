import { type ReactNode, useMemo, useState } from 'react'
import type { Strip } from '../../core/resource.ts'
import { resourceNamed } from '../../derive/declared.ts'
import type { Screen } from '../../derive/menu.ts'
import { t } from '../../providers/i18nProvider.ts'
import { goTo } from '../goTo.ts'
import { Refused } from '../shell/Refused.tsx'
import { ShownContext, TabContext, type TabState, tabLink, useIsShown, useTab } from '../shell/tabContext.ts'
import { ListScreen } from './ListScreen.tsx'
import { openStrips, stripShown } from './strips.ts'

const Choice = ({ strips, shown }: { strips: readonly Strip[]; shown: Strip }) => {
  const tab = useTab()
  // A detail belongs to its strip, so the address of another strip names none.
  const link = (place: number): string => tabLink({ ...tab, search: new URLSearchParams() }, 'strip', place === 0 ? null : place)
  return (
    <nav className="strips" aria-label={t('分类')}>
      {strips.map((strip, place) => (
        <button key={strip.label} type="button" aria-pressed={strip === shown} onClick={() => goTo(link(place))}>
          {t(strip.label)}
        </button>
      ))}
    </nav>
  )
}

/** By itself, so that to look at another tab is not to draw the strips anew. */
const Within = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <ShownContext value={useIsShown() && isShown}>{children}</ShownContext>
)

/** A list screen, or one with a strip of lists above; a list once shown keeps its filters and page while another is looked at. */
export const StripScreen = ({ screen }: { screen: Screen }) => {
  const tab = useTab()
  const { search, path } = tab
  // What the address says is meant for the strip that is shown.
  const idle = useMemo<TabState>(() => ({ path, search: new URLSearchParams() }), [path])
  const strips = openStrips(screen.strips)
  const shown = stripShown(screen.strips, search)
  const [seen, setSeen] = useState<ReadonlySet<Strip>>(new Set())
  if (shown && !seen.has(shown)) setSeen(new Set([...seen, shown]))
  if (!shown) return <Refused code={403} />
  return (
    <>
      {strips.length > 1 && <Choice strips={strips} shown={shown} />}
      {strips.map((strip) => (
        <div key={strip.label} className="strip" hidden={strip !== shown}>
          <Within isShown={strip === shown}>
            <TabContext value={strip === shown ? tab : idle}>
              {(strip === shown || seen.has(strip)) && <ListScreen resource={resourceNamed(strip.resource)} strip={strip} />}
            </TabContext>
          </Within>
        </div>
      ))}
    </>
  )
}
