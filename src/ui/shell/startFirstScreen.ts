import { resources } from '../../derive/declared.ts'
import { startEarly } from '../../providers/earlyCall.ts'
import { firstPageParams } from '../list/listParams.ts'
import { chosenProject } from '../preferences.ts'

/** Asks for the rows of the list that the address names, before anything is drawn. */
export const startFirstScreen = (): void => {
  const path = location.hash.slice(1).split('?')[0]
  const resource = resources.find((other) => other.path === path)
  if (resource?.calls.index) startEarly(resource.calls.index, firstPageParams(resource, chosenProject.get()))
}
