import { declareIn, resourceNamed } from '../../declared/declared.ts'
import { startEarly } from '../../providers/earlyCall.ts'
import { said, spokenLocale } from '../../providers/i18nProvider.ts'
import { restoreScreens } from '../../providers/screens.ts'
import { currentUser } from '../../providers/session.ts'
import { chosenProject, startScreen } from '../hooks/preferences.ts'
import { loadParts } from '../later/part.tsx'
import { stateAt } from '../list/listAddress.ts'
import { paramsOf } from '../list/listParams.ts'
import { stripShown, whereOf } from '../list/strips.ts'
import { homeOf, isEntryPath, placeOf } from './screens.ts'
import { showTab, tabAt } from './tabs.ts'

/** Puts all that is declared into the language that the page speaks. */
export const speakDeclared = (): void => declareIn(spokenLocale() === 'zh-CN' ? null : said)

/**
 * Opens the tab of the screen that the address names, so that it is drawn with the shell, and asks for its rows if it is a list, before
 * anything is drawn; another screen needs the component library first.
 */
export const startFirstScreen = (): void => {
  restoreScreens()
  const home = homeOf(currentUser(), startScreen.get())
  const at = location.hash.slice(1)
  const [path = '', search] = at.split('?')
  const isEntry = isEntryPath(path)
  const screen = isEntry ? home : placeOf(path).screen
  if (isEntry && home) history.replaceState(null, '', `#${home.path}`)
  if (screen && home) showTab(tabAt(isEntry ? home.path : at), home.path)
  // A screen that draws its lists itself asks for them itself.
  const asked = new URLSearchParams(search)
  const strip = screen?.screen === null ? stripShown(screen.strips, asked) : null
  const resource = strip && resourceNamed(strip.resource)
  if (strip && resource?.calls.index)
    startEarly(resource.calls.index, paramsOf(resource, stateAt(resource, strip, asked), chosenProject.get(), whereOf(strip)))
  // Who needs it hears of a failure and offers to try again.
  else loadParts().catch(() => {})
}
