import type { Known } from '../../derive/forms/activeForm.ts'
import { nowSeconds } from '../../protocol/clock.ts'
import { today } from '../../protocol/dates.ts'
import { currentUser } from '../../providers/session.ts'
import { chosenProject } from '../hooks/preferences.ts'

let only: number | null = null

/** Hears which project is the only one that this person sees; null where there are more, or none. */
export const hearOnlyProject = (p_id: number | null): void => {
  only = p_id
}

/**
 * Gives what a dialog that opens now can begin with (`$today`, `$now`, `$me`, `$project`): the project is the header's, where one is chosen, and the only
 * one where there is no other to choose.
 */
export const knownNow = (): Known => {
  const [me, project] = [currentUser()?.user_id, chosenProject.get() ?? only]
  return {
    $today: today(),
    $now: nowSeconds(),
    ...(me === undefined ? {} : { $me: me }),
    ...(project === null ? {} : { $project: project }),
  }
}
