import { resourceNamed } from '../../derive/declared.ts'
import { startEarly } from '../../providers/earlyCall.ts'
import { restoreScreens } from '../../providers/screens.ts'
import { firstPageParams } from '../list/listParams.ts'
import { stripShown, whereOf } from '../list/strips.ts'
import { loadParts } from '../part.tsx'
import { chosenProject } from '../preferences.ts'
import { screenAt } from './screens.ts'

/** Asks for the rows of the list that the address names, before anything is drawn; another screen needs the component library first. */
export const startFirstScreen = (): void => {
  restoreScreens()
  const [path = '', search] = location.hash.slice(1).split('?')
  const strip = stripShown(screenAt(path)?.strips ?? [], new URLSearchParams(search))
  const resource = strip && resourceNamed(strip.resource)
  // A list that the address filters asks for itself.
  if (strip && resource?.calls.index && !search?.includes('filter='))
    startEarly(resource.calls.index, firstPageParams(resource, chosenProject.get(), whereOf(strip)))
  // Who needs it hears of a failure and offers to try again.
  else loadParts().catch(() => {})
}
