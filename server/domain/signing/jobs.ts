import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import signTask from '../../../src/resources/signing/signTask.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { drawPapers } from '../../prints/draw.ts'
import { printNamed } from '../../prints/registry.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { providerOf, ServiceFault } from '../netSign/index.ts'
import { failTask, settleSignedOutside } from './settle.ts'
import { signables } from './signables.ts'
import { bySystem, holdTask, noteOn, noteProgress, readTask } from './tasks.ts'

/** So many in one run; the rest in the next. */
const AT_ONCE = 20
/** How long after one answer a task that nobody tells of is asked after again, in seconds; after one that did not come, twice as long each time. */
const PAUSE = 300
const MOST_PAUSE = 3600

type Ground = Pick<JobContext, 'own' | 'config'>

/** Gives tasks that came to nothing before a service had them, or on our own page, with why. */
const lost = async ({ own }: Pick<JobContext, 'own'>): Promise<{ sign_task_id: number; reason: string }[]> => {
  const { rows } = await sql<{ sign_task_id: number; reason: string }>`
    select t.sign_task_id, case when o.state = ${inState(outbox, 'failed')} then coalesce(o.error, '没有发起成') else '过期未签' end as reason
    from sign_task t left join outbox o on o.once = 'sign.' || t.sign_task_id || '.create'
    where t.state in (${inSet(signTask, 'open')}) and t.outside_id is null
      and (t.state = ${inState(signTask, 'preparing')} and o.state = ${inState(outbox, 'failed')} or t.expires_at <= epoch_now())
    order by 1 limit ${AT_ONCE}
  `.execute(own.db)
  return rows
}

/** Takes the task that is to be asked after and puts off the next time, before it is asked: a node that dies in it leaves it to another. */
const takeDue = async ({ own }: Pick<JobContext, 'own'>): Promise<{ sign_task_id: number; misses: number } | undefined> => {
  const { rows } = await sql<{ sign_task_id: number; misses: number }>`
    update sign_task set misses = misses + 1, ask_at = epoch_now() + least(${PAUSE}::bigint * power(2, least(misses, 10))::bigint, ${MOST_PAUSE}::bigint)
    where sign_task_id = (
      select sign_task_id from sign_task where ask_at <= epoch_now() and outside_id is not null and state in (${inSet(signTask, 'open')})
      order by ask_at, sign_task_id limit 1 for update skip locked
    )
    returning sign_task_id, misses
  `.execute(own.db)
  return rows[0]
}

/** Asks the service how a task stands and does what follows. Throws ServiceFault, or CallError where its keys are gone. */
const askAfter = async ({ own, config }: Ground, sign_task_id: number): Promise<void> => {
  const { db } = own
  const task = await readTask(db, sign_task_id)
  if (!task?.outside_id) return
  const { service } = await providerOf({ db, config }, task.provider)
  if (!service) return
  const standing = await service.standing(task.outside_id)
  if (standing.is === 'ended') return failTask(db, sign_task_id, standing.reason)
  await bySystem(db, '签署服务答复', async (acting) => {
    const held = await holdTask(acting.tx, sign_task_id)
    if (held) await noteProgress(acting, held, standing.progress)
  })
  if (standing.is !== 'finished') return
  await settleSignedOutside({ db, dataDir: config.dataDir }, sign_task_id, standing.progress, await service.file(task.outside_id))
}

/** Asks after a task, and notes what stood in the way. */
const tryAfter = async (ground: Ground, sign_task_id: number): Promise<void> => {
  const { db } = ground.own
  try {
    await askAfter(ground, sign_task_id)
    await sql`
      update sign_task set misses = 0, ask_at = least(ask_at, epoch_now() + ${PAUSE}::bigint) where sign_task_id = ${sign_task_id} and ask_at is not null
    `.execute(db)
    await noteOn(db, sign_task_id, null)
  } catch (error) {
    if (!(error instanceof ServiceFault || error instanceof CallError)) throw error
    await noteOn(db, sign_task_id, error.message)
  }
}

/** Asks after all that is due, and gives how many tasks were. */
export const followTasks = async (context: Pick<JobContext, 'own' | 'config' | 'signal'>): Promise<number> => {
  let total = 0
  for (const { sign_task_id, reason } of await lost(context)) {
    await failTask(context.own.db, sign_task_id, reason)
    total++
  }
  for (let asked = 0; asked < AT_ONCE && !context.signal.aborted; asked++) {
    const due = await takeDue(context)
    if (!due) break
    await tryAfter(context, due.sign_task_id)
    total++
  }
  return total
}

export default [
  defineJob({
    name: 'signed_papers',
    label: '生成电子合同',
    every: 30,
    run: async ({ db, config, signal }) => {
      const { dataDir, secretKey } = config
      let total = 0
      for (const { paper } of signables) {
        const { rows } = await sql<{ print_id: number }>`
          select print_id from print where name = ${paper} and sha256 is null order by print_id limit ${AT_ONCE}
        `.execute(db)
        const ids = rows.map(({ print_id }) => print_id)
        if (ids.length > 0) await drawPapers({ db, dataDir, secretKey }, printNamed(paper), ids, { signal })
        total += ids.length
      }
      return { total, said: total > 0 ? `生成 ${total} 份电子合同` : '没有要生成的电子合同' }
    },
  }),
  defineJob({
    name: 'follow_signing',
    label: '跟进电子签署',
    every: 15,
    run: async (context) => {
      const total = await followTasks(context)
      return { total, said: total > 0 ? `跟进 ${total} 份签署` : '没有要跟进的签署' }
    },
  }),
]
