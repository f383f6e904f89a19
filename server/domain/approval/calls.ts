import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormSchema } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { actionParams, form, id } from '../../../src/derive/callParams.ts'
import { withNamesOfNow } from '../../../src/derive/namesOfNow.ts'
import { proceed, remind } from '../../approvals/proceed.ts'
import type { Event } from '../../approvals/rules/approve.ts'
import { type Call, type Context, defineCall } from '../../calls/defineCall.ts'
import { namingKept } from '../../calls/namingKept.ts'
import { registry } from '../../calls/registry.ts'
import { derivedCall, oneOrMany } from '../../calls/resourceCalls.ts'
import { runApproved } from '../../calls/runApproved.ts'
import { readRow } from '../../store/reading/list.ts'
import { goneOf } from './people.ts'
import { trailOf } from './trail.ts'

type Params = Record<string, unknown>

interface Deed {
  name: string
  resource?: 'my_audit' | 'audit'
  can?: 'self' | 'session'
  event: (context: Context, params: Params) => Promise<Event> | Event
  to?: (params: Params) => number
  /** Whether it is done by whoever is asked, as such. */
  decides?: boolean
}

/** A call by which someone takes submissions on: of one, or of several, each for itself and all or none. */
const deedCall = ({ name, event, to, resource: of = 'my_audit', can = 'session', decides = of === 'my_audit' }: Deed): Call => {
  const resource = resourceNamed(of)
  const action = resource.actions.find((other) => other.name === name)
  if (!action) throw new Error(`${of} has no action ${name}`)
  return defineCall(
    {
      ...{ path: action.can, label: action.label, group: '审批', can, writes: true as const },
      params: actionParams(resource, action, action.on === 'row') as FormSchema,
    },
    async (context: Context, given) => {
      const params = given as Params
      const keys = oneOrMany(resource, params)
      const versions = (params.versions ?? [params.version]) as (number | undefined)[]
      const messages: string[] = []
      if (decides) await mustBeAble(context)
      for (const [place, auditId] of keys.entries()) {
        // Of one's own the engine asks; of all of them, the projects say.
        if (of === 'audit') await readRow(context.tx, resource, auditId, context.session.scope, resourceNamed)
        const { msg } = await proceed(
          { tx: context.tx, now: context.now, run: runApproved(context) },
          {
            ...{ auditId, event: await event(context, params), by: context.session.userId, isOwn: of === 'my_audit' },
            ...{ version: versions[place], opinion: params.opinion as string | undefined, to: to?.(params) },
          },
        )
        if (msg) messages.push(msg)
      }
      return { count: keys.length, msg: messages.join('；') || null }
    },
  )
}

const me = ({ session }: Context): number => session.userId

const goneFrom = async ({ tx }: Context, { audit_id }: Params): Promise<number[]> => {
  const { rows } = await sql<{ asked_ids: number[] }>`select asked_ids from audit where audit_id = ${audit_id}::integer`.execute(tx)
  return goneOf(tx, rows[0]?.asked_ids ?? [])
}

/** Throws 409 where whoever was asked has lost 审批列表 since: another may have been put in his place by now. */
const mustBeAble = async (context: Context): Promise<void> => {
  if ((await goneOf(context.tx, [me(context)])).length > 0) throw new CallError(409, '您现在打不开审批列表，不能审批：请管理员指派别人')
}

/** Whoever is asked has to be able to answer. */
const askable = async ({ tx }: Context, person: unknown, field = 'user_id'): Promise<number> => {
  const [gone] = await goneOf(tx, [person as number])
  if (gone !== undefined) throw new CallError(400, '此账号已停用，或打不开审批列表，请选别人', { field })
  return person as number
}

const addDeputy = derivedCall(resourceNamed('deputy'), 'add', resourceNamed)

const toPerson = ({ user_id }: Params): number => user_id as number

const one = (title: string) => form(title, { audit_id: id('审批') }, ['audit_id'])

export default [
  // Who could decide nothing stands in for nobody: whoever went away would be asked all the same.
  {
    ...addDeputy,
    handle: async (context: Context, params: Params) => {
      await askable(context, params.deputy_id, 'deputy_id')
      return addDeputy.handle(context, params)
    },
  },
  deedCall({ name: 'agree', event: (context) => ({ is: 'yes', by: me(context) }) }),
  deedCall({ name: 'refuse', event: (context) => ({ is: 'no', by: me(context) }) }),
  deedCall({
    name: 'back',
    event: (context, { to, step }) => ({ is: 'back', by: me(context), to: to === 1 ? 'applicant' : (step as number) - 1 }),
  }),
  deedCall({
    name: 'hand',
    to: toPerson,
    event: async (context, { user_id }) => ({ is: 'hand', by: me(context), to: await askable(context, user_id) }),
  }),
  deedCall({
    name: 'invite',
    to: toPerson,
    event: async (context, { user_id }) => ({ is: 'add', by: me(context), to: await askable(context, user_id) }),
  }),
  deedCall({ name: 'withdraw', decides: false, event: (context) => ({ is: 'withdraw', by: me(context) }) }),
  deedCall({
    ...{ name: 'assign', resource: 'audit', can: 'self', to: toPerson },
    event: async (context, params) => ({ is: 'assign', to: await askable(context, params.user_id), gone: await goneFrom(context, params) }),
  }),
  defineCall(
    { path: '/api/my_audit/remind', label: '催办', group: '审批', can: 'session', writes: true, params: one('催办') },
    async ({ tx, session, now }, { audit_id }) => {
      await remind(tx, audit_id, session.userId, now)
      return { count: 1 }
    },
  ),
  defineCall(
    { path: '/api/my_audit/trail', label: '审批经过', group: '审批', can: 'session', params: one('审批经过') },
    async (context, { audit_id }) => trailOf(context, audit_id),
  ),
  defineCall(
    { path: '/api/my_audit/again', label: '重新提交', group: '审批', can: 'session', params: one('重新提交') },
    async ({ tx, session }, { audit_id }) => {
      const { rows } = await sql<{ path: string; resource: string; action: string; record_id: number | null; params: Params }>`
        select path, resource, action, record_id, params from audit where audit_id = ${audit_id} and applicant_id = ${session.userId} and path is not null
      `.execute(tx)
      if (!rows[0]) throw new CallError(404)
      const { path, params, ...about } = rows[0]
      const call = registry().get(path)
      return { ...about, params: call ? await namingKept(tx, call, withNamesOfNow(call, params)) : params }
    },
  ),
]
