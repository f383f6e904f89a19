import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { createPath, parsePath, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Strip } from '../../core/strip.ts'
import { resourceNamed } from '../../declared/declared.ts'
import type { Screen } from '../../derive/menu.ts'
import { t } from '../../providers/i18nProvider.ts'
import { lazily } from '../later/lazily.ts'
import { Located, ShownContext, useIsShown } from '../tab/Located.tsx'
import { withRecords } from '../tab/recordAddress.ts'
import { ListScreen } from './ListScreen.tsx'
import { openStrips, stripShown } from './strips.ts'

const StripCount = lazily(() => import('./StripCount.tsx'))

interface OneStrip {
  at: string
  isShown: boolean
  onMove: (at: string) => void
  children: ReactNode
}

/** A list at its own address: the page's while it is shown, and where it was while another is. */
const Within = ({ at, isShown, onMove, children }: OneStrip) => {
  const isAt = useCallback(() => isShown, [isShown])
  return (
    <ShownContext value={useIsShown() && isShown}>
      <Located at={at} isShown={isAt} onMove={onMove}>
        {children}
      </Located>
    </ShownContext>
  )
}

/** A list screen, or one with a strip of lists above; a list once shown keeps its filters and page while another is looked at. */
export const StripScreen = ({ screen }: { screen: Screen }) => {
  const at = createPath(useLocation())
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const strips = openStrips(screen.strips)
  const shown = stripShown(screen.strips, search)
  const [places, setPlaces] = useState<Readonly<Record<string, string>>>({})
  if (shown && places[shown.label] !== at) setPlaces({ ...places, [shown.label]: at })
  const move = useCallback((label: string, to: string) => setPlaces((now) => ({ ...now, [label]: to })), [])
  if (!shown) return null
  // A record belongs to its list, so that the address of another list names none.
  const searchOf = ({ label }: Strip, place: number): string => {
    const last = places[label]
    if (last !== undefined) return parsePath(withRecords(last, [])).search ?? ''
    return place === 0 ? '' : `?strip=${place}`
  }
  return (
    <>
      {strips.length > 1 && (
        <nav className="strips" aria-label={t`分类`}>
          {strips.map((strip, place) => (
            <button
              key={strip.label}
              type="button"
              aria-pressed={strip === shown}
              onClick={() => navigate({ pathname: screen.path, search: searchOf(strip, place) })}
            >
              {strip.label}
              {strip.counts && (
                <Suspense fallback={null}>
                  <StripCount strip={strip} />
                </Suspense>
              )}
            </button>
          ))}
        </nav>
      )}
      {strips.map((strip) => {
        const place = strip === shown ? at : places[strip.label]
        return (
          <div key={strip.label} className="strip" hidden={strip !== shown}>
            {place !== undefined && (
              <Within at={place} isShown={strip === shown} onMove={(to) => move(strip.label, to)}>
                <ListScreen resource={resourceNamed(strip.resource)} strip={strip} />
              </Within>
            )}
          </div>
        )
      })}
    </>
  )
}
