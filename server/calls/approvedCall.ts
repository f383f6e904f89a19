import { sql } from 'kysely'
import type { Approval } from '../../src/core/approval.ts'
import { CallError } from '../../src/core/errors.ts'
import { holds } from '../../src/core/form.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import { reference } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Change } from '../../src/derive/history.ts'
import { type Approved, type Foreseen, type Submission, stepsFor, submit } from '../approvals/submit.ts'
import { attachmentsFor, type Held, picturesFor } from '../files/holders.ts'
import { markUsed } from '../files/useFiles.ts'
import { tried } from '../store/connection/undoable.ts'
import { scopeOf } from '../store/reading/filters.ts'
import { readRow } from '../store/reading/list.ts'
import type { Call, Context } from './defineCall.ts'
import { effectOf } from './effects.ts'

type Values = Readonly<Record<string, unknown>>

/** Gives the actions that need approval, by the calls that they make. */
export const approvedActions = (some: readonly CompleteResource[]): ReadonlyMap<string, Approved> =>
  new Map(
    some.flatMap((resource) =>
      resource.actions.flatMap((action): [string, Approved][] =>
        action.approves ? [[action.can, { resource, action: { ...action, approves: action.approves as Approval } }]] : [],
      ),
    ),
  )

interface Logged {
  record_id: number
  record_title: string | null
  deed: number
  changes: Change[]
  p_id: number | null
}

/** What the store itself numbers is not known before it is done. */
const isKnown = ({ column }: CompleteResource, { column: name }: Change): boolean => {
  const found = column[name]
  return found !== undefined && (!found.spec.fixed || found.is === 'ref' || found.is === 'enum')
}

/** What a record that would be made is called: its title, unless the store itself gives that. */
const titleOf = ({ title, column }: CompleteResource, { record_title, changes }: Logged): string => {
  if (!column[title]?.spec.fixed) return record_title ?? ''
  const named = changes.find(({ column: name }) => column[name]?.is === 'text' && !column[name].spec.fixed)
  return String(named?.after ?? '')
}

/** Does it and undoes it: whoever submits learns at once what would be refused, and whoever decides sees what would come of it. */
const foresee = async (context: Context, { resource }: Approved, call: Call, params: Values): Promise<Logged | null> =>
  tried(context.tx, async () => {
    const { rows: before } = await sql<{ last: number }>`select coalesce(max(log_id), 0) as last from operation_log`.execute(context.tx)
    const answer = (await call.handle(context, params)) as Values
    const key = (params[resource.key] ?? answer?.[resource.key] ?? null) as number | null
    const { rows } = await sql<Logged>`
      select record_id, record_title, deed, changes, p_id from operation_log
      where log_id > ${before[0]?.last ?? 0} and resource = ${resource.name} and record_id = ${key}::integer
      order by log_id limit 1
    `.execute(context.tx)
    return rows[0] ?? null
  })

const numberOf = (values: Values, name: string): number | null => (typeof values[name] === 'number' ? (values[name] as number) : null)

/** How much a deed is about, in fen: as its effect reckons it, or as a column or a field says. */
const amountOf = ({ resource, action }: Approved, row: Values | null, params: Values): number | null => {
  const worth = effectOf(resource.name, action.name)?.worth
  if (worth && row) return worth(row, params)
  const { amount } = action.approves
  return amount === undefined ? null : numberOf({ ...row, ...params }, amount)
}

const foreseenOf = ({ resource }: Approved, row: Values | null, logged: Logged | null): Foreseen => ({
  record_id: row ? (row[resource.key] as number) : null,
  title: row ? String(row[`${resource.title}_title`] ?? row[resource.title] ?? '') : logged ? titleOf(resource, logged) : '',
  p_id: row ? numberOf(row, resource.scope ?? '') : (logged?.p_id ?? null),
  deed: row ? 2 : 1,
  changes: (logged?.changes ?? []).filter((change) => isKnown(resource, change)),
  seen_version: row ? numberOf(row, 'version') : null,
  links: {
    contract_id: row ? numberOf(row, 'contract_id') : null,
    bill_id: row ? numberOf(row, 'bill_id') : null,
  },
})

const askedIn = ({ params: { properties } }: Call, what: Held, params: Values): number[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    'x-is' in field && field['x-is'] === what ? ((params[name] as number[] | undefined) ?? []) : [],
  )

/** Nobody hands on more than he sees himself. */
const seenOf = async ({ tx, session }: Context, what: Held, { columns }: CompleteResource, row: Values | null): Promise<number[]> => {
  const all = columns.flatMap(({ is, name }) => (is === what ? ((row?.[name] as number[] | null | undefined) ?? []) : []))
  const seen = await (what === 'files' ? attachmentsFor : picturesFor)(tx, session, all)
  return [...new Set(all)].filter((id) => seen.has(id))
}

/** What was asked that no column of the record holds, why it is done; and what its effect tells beside (`tells`). */
const reasonOf = async (context: Context, { resource, action }: Approved, params: Values, row: Values | null): Promise<string | null> => {
  const asked = Object.entries(action.form?.properties ?? {}).flatMap(([name, { title, type }]) =>
    type === 'string' && !resource.column[name] && params[name] ? [`${title}：${params[name]}`] : [],
  )
  const told = row && (await effectOf(resource.name, action.name)?.tells?.(context, row, params))
  const lines = [...asked, ...(told ? [told] : [])]
  return lines.length > 0 ? lines.join('\n').slice(0, 2000) : null
}

const submitOne = async (
  context: Context,
  approved: Approved,
  call: Call,
  { audit_id, ...params }: Values,
  row: Values | null,
): Promise<number | null> => {
  const { approves } = approved.action
  const values = { ...row, ...params }
  if (!holds(approves.when as never, values)) return null
  const amount = amountOf(approved, row, params)
  const specs = await stepsFor(context.tx, approves, amount)
  if (specs.length === 0) return null
  const seen = row && 'version' in call.params.properties ? { version: params.version ?? row.version } : {}
  const kept = { ...params, ...seen }
  const logged = await foresee(context, approved, call, kept)
  const [imgs, files] = [askedIn(call, 'images', params), askedIn(call, 'files', params)]
  await markUsed(context, imgs)
  await markUsed(context, files, 'files', 'files')
  const submission: Submission = {
    ...{ params: kept, amount, specs, imgs, files },
    record_imgs: await seenOf(context, 'images', approved.resource, row),
    record_files: await seenOf(context, 'files', approved.resource, row),
    reason: await reasonOf(context, approved, params, row),
    foreseen: foreseenOf(approved, row, logged),
  }
  return submit(context, approved, submission, audit_id as number | undefined)
}

/** What of a call's params is about one of the records that it names. */
const paramsOf = ({ key }: CompleteResource, { ids, version, versions, ...params }: Values, place: number): Values => ({
  ...params,
  [key]: (ids as number[])[place],
  ...(versions ? { version: (versions as number[])[place] } : {}),
})

const rowsOf = async ({ tx, session }: Context, { resource }: Approved, params: Values): Promise<(Values | null)[]> => {
  const keys = (params.ids as number[] | undefined) ?? [params[resource.key] as number | undefined]
  const rows: (Values | null)[] = []
  for (const key of keys) rows.push(key === undefined ? null : await readRow(tx, resource, key, scopeOf(resource, session), resourceNamed))
  return rows
}

/**
 * Gives a call that is not done before others have agreed: where its kind of business has steps, what was asked is submitted, a submission for
 * each record, and the answer is `{ audit_ids }`. Where one of several records needs approval, so do all: they are done together or not at all.
 */
export const approvedCall = (call: Call, approved: Approved): Call => {
  const { prepare, present, takesFile, writes } = call
  if (prepare || present || takesFile || writes !== true)
    throw new Error(`接口 ${call.path} 不能审批：它须是一次写入，不带文件，也不另作准备`)
  return {
    ...call,
    params: { ...call.params, properties: { ...call.params.properties, audit_id: { ...reference('重新提交的审批'), 'x-hidden': true } } },
    does: call.handle,
    handle: async (context: Context, params: Values) => {
      const rows = approved.action.on === 'page' ? [null] : await rowsOf(context, approved, params)
      const audit_ids: number[] = []
      for (const [place, row] of rows.entries()) {
        const own = params.ids === undefined ? params : paramsOf(approved.resource, params, place)
        const auditId = await submitOne(context, approved, call, own, row)
        if (auditId !== null) audit_ids.push(auditId)
      }
      if (audit_ids.length === 0) {
        const { audit_id, ...plain } = params
        if (audit_id !== undefined) throw new CallError(409, '现在不需要审批：请重新办理，原申请可不再提交')
        return call.handle(context, plain)
      }
      if (audit_ids.length !== rows.length) throw new CallError(409, '所选的有的要审批、有的不要，请分开办理')
      return { audit_ids }
    },
  }
}
