import type { CallPath } from '../../src/core/action.ts'
import { CallError } from '../../src/core/errors.ts'
import { type Field, type FormSchema, holds } from '../../src/core/form.ts'
import { isMaskedKind } from '../../src/core/kinds.ts'
import type { StandardCall } from '../../src/core/resource.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import { actionParams, deleteParams, detailParams, editParams, exportParams, indexParams } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { FormatCode } from '../../src/protocol/exports.ts'
import { isMasked } from '../../src/protocol/masks.ts'
import { beginExport } from '../exports/beginExport.ts'
import { resourceExport } from '../exports/resourceExport.ts'
import { useFiles } from '../files/useFiles.ts'
import type { Tx } from '../store/connection/database.ts'
import { chartOf } from '../store/reading/chart.ts'
import { type Scope, scopeOf } from '../store/reading/filters.ts'
import { listPage, type Resolve, readRow } from '../store/reading/list.ts'
import { isSearched } from '../store/reading/pageQuery.ts'
import { pastDay } from '../store/reading/pastDay.ts'
import { listSums } from '../store/reading/sums.ts'
import { deleteRows, holdAsSeen, insertRow, updateRow } from '../store/writing/write.ts'
import { askedAsOf, withAsOf } from './asOf.ts'
import { checkTrees } from './checkTrees.ts'
import type { Call, Context, Permit } from './defineCall.ts'
import { effectOf } from './effects.ts'
import { findable } from './findable.ts'
import { importCalls } from './importCalls.ts'
import { answerDetail } from './opening.ts'
import { projectOfChanged, projectOfEdited, projectOfNew } from './projectOfRow.ts'
import { readableBy } from './readable.ts'
import { refuseMerged } from './refuseMerged.ts'
import { revealCalls } from './revealCall.ts'
import { toldAtField } from './toldAtField.ts'
import { act, holdStanding } from './transition.ts'

type Params = Record<string, unknown>

/** Gives the keys of the rows that a call names, one or many; 400 where it names none, or both. */
export const oneOrMany = (resource: CompleteResource, params: Params): number[] => {
  const one = params[resource.key] as number | undefined
  const many = params.ids as number[] | undefined
  if ((one === undefined) === (many === undefined))
    throw new CallError(400, `请在 ${resource.key} 与 ids 中给出一个`, { field: resource.key })
  return many ?? [one as number]
}

/** Gives the versions at which a call's caller has seen the rows, in the order of their keys; null where it does not say. */
const seenBy = (keys: readonly number[], version: unknown, versions: unknown): number[] | null => {
  const seen = (versions ?? (version === undefined ? null : [version])) as number[] | null
  if (seen && seen.length !== keys.length) throw new CallError(400, 'versions 须与 ids 一一对应', { field: 'versions' })
  return seen
}

/** Holds the rows in scope that a call names as its caller has seen them, where it says so (`version` of one, `versions` of many); 409 otherwise. */
export const holdSeen = async (
  tx: Tx,
  resource: CompleteResource,
  keys: readonly number[],
  params: Params,
  scope: Scope,
): Promise<void> => {
  const seen = seenBy(keys, params.version, params.versions)
  if (seen) await holdAsSeen(tx, resource, keys, seen, scope)
}

const withoutMasked = (values: Params): Params => Object.fromEntries(Object.entries(values).filter(([, value]) => !isMasked(value)))

const withOwner = (resource: CompleteResource, values: Params, userId: number): Params =>
  resource.own ? { ...values, [resource.own]: userId } : values

const dialogOf = (resource: CompleteResource, name: string): FormSchema | null =>
  resource.actions.find((action) => action.name === name)?.form ?? null

/** What is someone's own needs no code, and neither does reading what everyone chooses from. */
const permitOf = (resource: CompleteResource, way: 'read' | 'write'): Permit =>
  resource.own || (way === 'read' && resource.isLookup) ? 'session' : 'self'

const readCalls = (resource: CompleteResource, resolve: Resolve): Call[] => {
  const { index, detail } = resource.calls
  const can = permitOf(resource, 'read')
  const calls: Call[] = [
    ...(index
      ? [
          {
            path: index,
            label: `查看${resource.label}`,
            group: resource.label,
            can,
            params: indexParams(resource),
            ...(resource.own ? {} : { replica: true as const }),
            weight: (params: Params) => (params.sums || params.chart ? 'heavy' : isSearched(resource, params) ? 'search' : undefined),
            handle: async (context: Context, { sums, chart, ...params }: Params) => {
              const { tx, session } = context
              const shown = await readableBy(context, resource, resolve)
              const [found, scope] = [await findable(context, resource, params), scopeOf(resource, session)]
              if (chart) return { list: [], count: 0, chart: await chartOf(tx, shown, found, scope, resolve) }
              return sums ? { list: [], ...(await listSums(tx, shown, found, scope)) } : listPage(tx, shown, found, scope, resolve)
            },
          },
        ]
      : []),
    ...(detail
      ? [
          {
            path: detail,
            label: `${resource.label}详情`,
            group: resource.label,
            can,
            params: detailParams(resource),
            handle: (context: Context, params: Params) =>
              answerDetail(context, resource, { key: params[resource.key] as number, related: params.related }, resolve),
          },
        ]
      : []),
  ]
  return resource.hasPast ? calls.map((call) => askedAsOf(call, resource.isBooked)) : calls
}

/** Its code is its own even where the list is open to all staff: a file leaves the house. */
const exportCalls = (resource: CompleteResource, resolve: Resolve): Call[] => {
  const spec = resourceExport(resource, resolve)
  if (!spec) return []
  return [
    {
      path: spec.code as `/api/${string}`,
      label: `导出${resource.label}`,
      group: resource.label,
      can: 'self',
      writes: true,
      params: resource.hasPast ? withAsOf(exportParams(resource)) : exportParams(resource),
      handle: async (context: Context, { format, as_of, ...params }: Params) => {
        const day = typeof as_of === 'string' ? await pastDay(context.tx, as_of, resource.isBooked) : null
        const found = await findable(context, resource, params)
        return beginExport(context, spec, format as FormatCode, { ...found, ...(day ? { as_of: day } : {}) })
      },
    },
  ]
}

const writeCalls = (resource: CompleteResource, resolve: Resolve): Call[] => {
  const { add, edit, del } = resource.calls
  const [addForm, editForm] = [dialogOf(resource, 'add'), dialogOf(resource, 'edit')]
  const write = { group: resource.label, can: permitOf(resource, 'write'), writes: true as const }
  return [
    ...(add && addForm
      ? [
          {
            ...write,
            path: add,
            label: addForm.title,
            params: addForm,
            handle: async (context: Context, params: Params) => {
              const { tx, session } = context
              await checkTrees(context, addForm, params)
              await useFiles(context, resource, params, addForm)
              const values = withOwner(resource, { ...params, ...(await projectOfNew(context, resource, params, resolve)) }, session.userId)
              return { [resource.key]: await insertRow(tx, resource, values, session.userId).catch(toldAtField(addForm, resource)) }
            },
          },
        ]
      : []),
    ...(edit && editForm
      ? [
          {
            ...write,
            path: edit,
            label: editForm.title,
            params: editParams(resource, editForm),
            handle: async (context: Context, params: Params) => {
              const { tx, session } = context
              const { [resource.key]: key, version, ...values } = params
              if (hasTree(editForm))
                await checkTrees(context, editForm, values, await readRow(tx, resource, key as number, session.scope, resolve))
              await refuseMerged(tx, resource, [key as number])
              await holdStanding(context, resource, 'edit', [key as number])
              await useFiles(context, resource, values, editForm)
              const project = await projectOfEdited(context, { resource, form: editForm, key: key as number, values, resolve })
              await updateRow(
                tx,
                resource,
                key as number,
                version as number | undefined,
                { ...cleared(editForm, withoutMasked(values)), ...project },
                scopeOf(resource, session),
              ).catch(toldAtField(editForm, resource))
              return { [resource.key]: key }
            },
          },
        ]
      : []),
    ...(del
      ? [
          {
            ...write,
            path: del,
            label: `删除${resource.label}`,
            params: deleteParams(resource),
            handle: async (context: Context, params: Params) => {
              const { tx, session } = context
              const keys = oneOrMany(resource, params)
              await holdSeen(tx, resource, keys, params, scopeOf(resource, session))
              await refuseMerged(tx, resource, keys)
              await holdStanding(context, resource, 'del', keys)
              await deleteRows(tx, resource, keys, scopeOf(resource, session))
              return { count: keys.length }
            },
          },
        ]
      : []),
  ]
}

const hasTree = (form: FormSchema): boolean => Object.values(form.properties).some((field) => field['x-tree'])

const isSecret = (field: Field): boolean => 'x-is' in field && isMaskedKind(field['x-is'])

/** An edit carries the whole dialog: what is not sent was emptied; a personal number or a list was left as it is, unless by its `x-when` there is none any more. */
const cleared = (form: FormSchema, values: Params): Params => {
  const absent = Object.entries(form.properties).flatMap(([name, field]): [string, unknown][] => {
    const isLeft = (field.type === 'array' || isSecret(field)) && holds(field['x-when'], values)
    return name in values || isLeft ? [] : [[name, field.type === 'array' ? [] : null]]
  })
  return { ...Object.fromEntries(absent), ...values }
}

/** What looks at a row, or answers of it, is done to one; what only gives rows other values, to several. */
const takesOne = (resource: CompleteResource, action: CompleteAction): boolean => {
  const effect = effectOf(resource.name, action.name)
  return action.on === 'row' && (effect?.check ?? effect?.after) !== undefined
}

const actionCall = (resource: CompleteResource, action: CompleteAction, resolve: Resolve): Call => ({
  path: action.can,
  label: action.label,
  group: resource.label,
  can: permitOf(resource, 'write'),
  writes: true,
  params: actionParams(resource, action, takesOne(resource, action)),
  handle: async (context: Context, params: Params) => {
    const keys = oneOrMany(resource, params)
    const { [resource.key]: _key, ids: _ids, version, versions, ...asked } = params
    const values = { ...asked, ...(await projectOfChanged(context, { resource, form: action.form, keys, values: asked, resolve })) }
    // Before the row names them: whoever may read the row could use any file that it names.
    const before = () => useFiles(context, resource, values, action.form)
    return act(context, resource, action, { keys, versions: seenBy(keys, version, versions), values, before })
  },
})

const standardOf = (resource: CompleteResource, resolve: Resolve): Call[] => [
  ...readCalls(resource, resolve),
  ...exportCalls(resource, resolve),
  ...importCalls(resource),
  ...revealCalls(resource),
  ...writeCalls(resource, resolve),
]

/** Gives one of a resource's calls as it is derived, for a domain that answers it with a check of its own before. */
export const derivedCall = (resource: CompleteResource, name: StandardCall, resolve: Resolve): Call => {
  const found = standardOf(resource, resolve).find(({ path }) => path === resource.calls[name])
  if (!found) throw new Error(`${resource.name} has no call ${name}`)
  return found
}

/**
 * Gives the calls of a resource: index, detail, add, edit, del, export, import, reveal, and one for each action that moves rows, sets
 * values, or has an effect (server/domain/<subject>/effects.ts). What the resource names in `domain`, and other actions, are answered by
 * server/domain.
 */
export const resourceCalls = (resource: CompleteResource, resolve: Resolve): Call[] => {
  const byDomain = new Set(resource.domain.map((call) => resource.calls[call as StandardCall]))
  const standard = standardOf(resource, resolve).filter((call) => !byDomain.has(call.path as CallPath))
  // What an effect of `edit` or `del` says is for the call that is there already.
  const isStandard = (can: string): boolean => standardOf(resource, resolve).some(({ path }) => path === can)
  const derived = resource.actions.filter(
    ({ name, set, can }) => !resource.domain.includes(name) && !isStandard(can) && (set || effectOf(resource.name, name)),
  )
  const calls = [...standard, ...derived.map((action) => actionCall(resource, action, resolve))]
  return Object.keys(resource.former).length === 0 ? calls : calls.map((call) => ({ ...call, former: resource.former }))
}
