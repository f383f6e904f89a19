import { sql } from 'kysely'
import { beforeAll, beforeEach, expect } from 'vitest'
import { followTasks } from '../../server/domain/signing/jobs.ts'
import { sendDue } from '../../server/outbox/sendDue.ts'
import type { AdminServer } from './adminServer.ts'
import { fadada } from './fadada.ts'
import { sentCode } from './phones.ts'
import { addTenant, cardOf } from './store/ground.ts'
import { tenanciesOn } from './tenancies.ts'
import '../../server/wiring.ts'

/** Gives contracts that are sent to a service outside, which stands here, and what the jobs and the service do of them. */
export const signTasksAt = (at: AdminServer) => {
  const { ask } = at
  const { toSign } = tenanciesOn(at)
  const outside = fadada()
  const { state } = outside
  beforeAll(() => outside.use(at))
  beforeEach(() => {
    Object.assign(state, { answers: {}, held: {} })
  })

  /** A run of a job on a connection of its own, as a node does it. */
  const run = async <T>(work: (context: Parameters<typeof sendDue>[0]) => Promise<T>): Promise<T> => {
    const own = await at.server.open()
    try {
      return await work({ own, config: at.server.config, signal: new AbortController().signal })
    } finally {
      own.cut()
    }
  }
  const send = () => run(sendDue)
  const follow = () => run(followTasks)
  const rows = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows
  /** As if the time had come. */
  const due = () => rows('update sign_task set ask_at = epoch_now() where ask_at is not null')
  const again = () => rows('update outbox set next_at = epoch_now(), tried_at = tried_at - 100 where next_at is not null')
  const tasksOf = async (contract_id: number) =>
    (await ask('/api/sign_task/index', { record_id: contract_id, resource: 'contract' })).data.list as Record<string, unknown>[]
  const taskOf = async (contract_id: number) => (await tasksOf(contract_id))[0] ?? {}

  let many = 7000
  const invited = async (name = '欧阳小明') => {
    many += 1
    const custom_id = await addTenant(at.server, { name, card: cardOf(many) })
    const contract_id = await toSign({ custom_id })
    expect(await ask('/api/contract/send_sms', { contract_id })).toMatchObject({ code: 200 })
    return { contract_id, custom_id, code: await sentCode(at.server) }
  }
  /** A contract whose task the service has made. */
  const begun = async () => {
    const one = await invited()
    await send()
    const task = state.tasks.at(-1)
    if (!task) throw new Error('no task was made')
    return { ...one, task, id: task.id, key: task.key }
  }
  type Begun = Awaited<ReturnType<typeof begun>>
  const told = ({ id, key }: Begun, event: string, more: object = {}) =>
    outside.event(at.server.url, { event, biz: { eventTime: String(Date.now()), signTaskId: id, transReferenceId: key, ...more } })
  const both = ({ id }: Begun): void => {
    outside.read(id)
    outside.sign(id, 'tenant')
    outside.sign(id, 'operator')
  }
  return { outside, state, run, send, follow, rows, due, again, tasksOf, taskOf, invited, begun, told, both }
}

/** A contract whose task the service has made. */
export type Begun = Awaited<ReturnType<ReturnType<typeof signTasksAt>['begun']>>
