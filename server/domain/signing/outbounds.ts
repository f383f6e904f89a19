import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import signTask from '../../../src/resources/signing/signTask.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineOutbound, type Leaving, type OutboundGround, Unsent } from '../../outbox/defineOutbound.ts'
import { drawPreview } from '../../prints/draw.ts'
import { readNumbers } from '../../store/sealing/numbers.ts'
import { contentToSign, contractTemplate, type SigningParty, tellService } from '../contract/index.ts'
import { type Party, providerOf, ServiceFault, type ServiceTask, type SigningService, siteOf } from '../netSign/index.ts'
import { operatorName } from '../system/index.ts'
import { HEARS } from './hear.ts'
import { signableOf } from './signables.ts'
import { bySystem, holdTask, noteOn, readTask, type Task } from './tasks.ts'

/** In a minute. */
const LIMIT = 60
/** The service is asked by itself how a task stands, where it tells of nothing. */
const FIRST_ASK = 300

const gone = (): Unsent => new Unsent('这次签署已不再进行', 'never')

/** The service of a task; throws Unsent where 网签设置 holds its keys no more. */
const serviceOf = async ({ db, config }: OutboundGround, { provider }: Task): Promise<{ service: SigningService; label: string }> => {
  try {
    const { service, label } = await providerOf({ db, config }, provider)
    if (service) return { service, label }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new Unsent(error.message, 'closed')
  }
  throw gone()
}

/** Gives a party with the telephone in full, which is opened in sending and kept nowhere. */
const opened = async ({ db }: OutboundGround, { is, resource, key, name, code = '' }: SigningParty): Promise<Party> => {
  const phone = (await readNumbers(db, resourceNamed(resource), key, null))?.numbers.phone
  if (!phone) throw new Unsent('记录里已没有对方的号码', 'never')
  return is === 'person' ? { is, name, phone } : { is, name, phone, code }
}

/** By what a task's subject is told from others. */
const markOf = (sign_task_id: number): string => `（签署 ${sign_task_id}）`

const asked = async (ground: OutboundGround, task: Task): Promise<ServiceTask> => {
  const { db } = ground
  const { key, resource, record_id, expires_at, sign_task_id } = task
  const signable = signableOf(resource)
  const paper = await signable.paperOf(db, record_id, Math.floor(Date.now() / 1000))
  if (!paper) throw gone()
  const site = await siteOf(db)
  return {
    key,
    subject: `${signable.noun} ${paper.sn}${markOf(sign_task_id)}`,
    pdf: await drawPreview(contractTemplate, await contentToSign(db, paper)),
    party: await opened(ground, await signable.partyOf(db, record_id)),
    operator: await operatorName(db),
    until: expires_at,
    callback: site === '' ? null : `${site}${HEARS}`,
  }
}

/** Keeps what the service calls a task. One that was withdrawn while the service made it is ended there. */
const noteMade = ({ db }: OutboundGround, { sign_task_id }: Task, { id, url }: { id: string; url: string }): Promise<void> =>
  bySystem(db, '发起签署', async (acting) => {
    const held = await holdTask(acting.tx, sign_task_id)
    await sql`
      update sign_task set outside_id = ${id}, url = ${url}, ask_at = case when ${held !== undefined} then coalesce(ask_at, epoch_now() + ${FIRST_ASK}) end
      where sign_task_id = ${sign_task_id}
    `.execute(acting.tx)
    if (!held) await tellService(acting.tx, 'cancel', sign_task_id, id)
    else if (held.state === codeOf(signTask, 'preparing'))
      await moveBySystem(acting, 'sign_task', 'start', [sign_task_id], { reason: null })
  })

/** Gives what a fault is to the outbox, and leaves it beside the contract. */
const faulty = async ({ db }: OutboundGround, { sign_task_id }: Task, error: unknown): Promise<never> => {
  const unsent = error instanceof ServiceFault ? new Unsent(error.message, error.verdict) : error
  if (unsent instanceof Unsent) await noteOn(db, sign_task_id, unsent.message)
  throw unsent
}

const create = async (ground: OutboundGround, task: Task): Promise<string> => {
  if (task.state !== codeOf(signTask, 'preparing')) throw gone()
  try {
    const { service, label } = await serviceOf(ground, task)
    await noteMade(ground, task, await service.create(await asked(ground, task)))
    return label
  } catch (error) {
    return faulty(ground, task, error)
  }
}

/** What staff are told of a task that was withdrawn here, and there was signed by then. */
const TOO_LATE = '已撤销，但双方在签署服务那里已签完：须到那里作废'

const cancel = async (ground: OutboundGround, task: Task): Promise<string> => {
  const { key, sign_task_id, outside_id } = task
  const { service, label } = await serviceOf(ground, task)
  try {
    const id = outside_id ?? (await service.find({ key, subject: markOf(sign_task_id) }))
    if (id !== null) await service.cancel(id, '出租方已撤销')
    return label
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error
    if (error.verdict === 'never')
      await sql`update sign_task set reason = ${TOO_LATE}, version = version + 1, updated_at = epoch_now() where sign_task_id = ${sign_task_id}`.execute(
        ground.db,
      )
    throw new Unsent(error.message, error.verdict)
  }
}

/** What is to be done at the service by which contracts are signed. */
const send = async (ground: OutboundGround, { content }: Leaving): Promise<string> => {
  const { deed, sign_task_id } = JSON.parse(content) as { deed: 'create' | 'cancel'; sign_task_id: number }
  const task = await readTask(ground.db, sign_task_id)
  if (!task) throw gone()
  return deed === 'create' ? create(ground, task) : cancel(ground, task)
}

export default [defineOutbound({ channel: 3, limit: async () => LIMIT, send })]
