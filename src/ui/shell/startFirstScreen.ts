import { resourceNamed } from '../../derive/declared.ts'
import { startEarly } from '../../providers/earlyCall.ts'
import { firstPageParams } from '../list/listParams.ts'
import { stripShown, whereOf } from '../list/strips.ts'
import { chosenProject } from '../preferences.ts'
import { screenAt } from './screens.ts'

/** Asks for the rows of the list that the address names, before anything is drawn. */
export const startFirstScreen = (): void => {
  const [path = '', search] = location.hash.slice(1).split('?')
  const strip = stripShown(screenAt(path)?.strips ?? [], new URLSearchParams(search))
  if (!strip) return
  const resource = resourceNamed(strip.resource)
  if (resource.calls.index) startEarly(resource.calls.index, firstPageParams(resource, chosenProject.get(), whereOf(strip)))
}
