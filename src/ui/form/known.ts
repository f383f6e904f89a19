import type { Known } from '../../derive/forms/activeForm.ts'
import { nowSeconds } from '../../protocol/clock.ts'
import { today } from '../../protocol/dates.ts'
import { currentUser } from '../../providers/session.ts'
import { chosenProject } from '../hooks/preferences.ts'

/** Gives what a dialog that opens now can begin with (`$today`, `$now`, `$me`, `$project`): the project is the header's, where one is chosen. */
export const knownNow = (): Known => {
  const [me, project] = [currentUser()?.user_id, chosenProject.get()]
  return {
    $today: today(),
    $now: nowSeconds(),
    ...(me === undefined ? {} : { $me: me }),
    ...(project === null ? {} : { $project: project }),
  }
}
