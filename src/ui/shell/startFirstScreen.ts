import { resources } from '../../derive/declared.ts'
import { startEarly } from '../../providers/earlyCall.ts'
import { firstPageParams } from '../list/listParams.ts'
import { loadParts } from '../part.tsx'
import { chosenProject } from '../preferences.ts'

/** Asks for the rows of the list that the address names, before anything is drawn; another screen needs the component library first. */
export const startFirstScreen = (): void => {
  const path = location.hash.slice(1).split('?')[0]
  const resource = resources.find((other) => other.path === path)
  if (resource?.calls.index) startEarly(resource.calls.index, firstPageParams(resource, chosenProject.get()))
  // Who needs it hears of a failure and offers to try again.
  else loadParts().catch(() => {})
}
