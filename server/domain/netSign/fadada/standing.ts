import type { Progress, Standing } from '../provider.ts'
import { type Asking, asked } from './asking.ts'
import { ACTORS } from './task.ts'

/** Gives a time as it writes it, ms in a text, in seconds; undefined where it is none. */
export const secondsIn = (time: unknown): number | undefined => {
  const ms = Number(time)
  return Number.isSafeInteger(ms) && ms > 0 && ms < 1e14 ? Math.floor(ms / 1000) : undefined
}

interface Actor {
  actorInfo?: { actorId?: unknown }
  actorId?: unknown
  readStatus?: unknown
  readTime?: unknown
  signStatus?: unknown
  signTime?: unknown
}

const idOf = ({ actorInfo, actorId }: Actor): unknown => actorInfo?.actorId ?? actorId

const progressOf = (actors: readonly Actor[]): Progress => {
  const other = actors.find((actor) => idOf(actor) === ACTORS.other)
  const operator = actors.find((actor) => idOf(actor) === ACTORS.operator)
  const opened_at = other?.readStatus === 'read' ? secondsIn(other.readTime) : undefined
  const signed_at = other?.signStatus === 'signed' ? secondsIn(other.signTime) : undefined
  const sealed_at = operator?.signStatus === 'signed' ? secondsIn(operator.signTime) : undefined
  return {
    ...(opened_at === undefined ? {} : { opened_at }),
    ...(signed_at === undefined ? {} : { signed_at }),
    ...(sealed_at === undefined ? {} : { sealed_at }),
  }
}

/** How a task ends that nobody signs any more, in our words; what people wrote there stays there. */
const ENDS: Readonly<Record<string, string>> = {
  task_terminated: '已在法大大撤销',
  expired: '过期未签，已在法大大作废',
  abolishing: '已在法大大发起作废',
  revoked: '已在法大大作废',
}

/** Gives how a task stands (FASC OpenAPI 5.1: the call of all its SDKs, which alone tells of the parties, too). Throws ServiceFault. */
export const standingOf = async (asking: Asking, signTaskId: string): Promise<Standing> => {
  const data = await asked(asking, '/sign-task/app/get-detail', { signTaskId })
  const actors = Array.isArray(data.actors) ? (data.actors as Actor[]) : []
  const status = String(data.signTaskStatus)
  if (status === 'task_finished') return { is: 'finished', progress: progressOf(actors) }
  const end = ENDS[status]
  if (end === undefined) return { is: 'open', progress: progressOf(actors) }
  const refused = actors.find(({ signStatus }) => signStatus === 'sign_rejected')
  if (refused) return { is: 'ended', reason: idOf(refused) === ACTORS.operator ? '单位在法大大拒签' : '对方在法大大拒签' }
  return { is: 'ended', reason: end }
}
