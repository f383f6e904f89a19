import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { isMaskedKind } from '../../../src/core/kinds.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { isSavedContent, MAX_SAVED, type SavedContent, type SavedFilter } from '../../../src/protocol/savedFilters.ts'
import { savedFilterForm } from '../../../src/schemas/account/savedFilter.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { insertRow } from '../../store/writing/write.ts'
import { canGiveCode, ownRights } from '../account/index.ts'

const group = '已存筛选'

const listForm = form('可用的筛选', { resource: { type: 'string', title: '列表', maxLength: 60 } }, ['resource'])

/** Whether whoever calls may read a list. */
const mayRead = async ({ tx, session }: Context, list: CompleteResource | undefined): Promise<boolean> =>
  !!list?.calls.index && (list.isLookup || list.own !== null || canGiveCode(await ownRights(tx, session), list.calls.index))

/**
 * Gives one's own of a list and, to who may read it, the shared ones. Only text and ids stand in them: whoever applies one sees their own rows; but who may not
 * read the list is not told whom others look for in it.
 */
const offered = defineCall(
  { path: '/api/saved_filter/offered', label: listForm.title, group, can: 'session', params: listForm },
  async (context: Context, { resource }): Promise<{ list: SavedFilter[] }> => {
    const { tx, session } = context
    const list = resources.find(({ name }) => name === resource)
    const { rows } = await sql<Omit<SavedFilter, 'content'> & { content: string }>`
      select f.saved_id, f.name, f.content, f.is_shared = 1 as is_shared, f.account_id = ${session.userId} as is_mine, a.name as by
      from saved_filter f join account a on a.user_id = f.account_id
      where f.resource = ${resource} and (f.account_id = ${session.userId} or f.is_shared = 1 and ${await mayRead(context, list)}) order by f.name, f.saved_id
    `.execute(tx)
    return { list: rows.map((row) => ({ ...row, content: JSON.parse(row.content) as SavedContent })) }
  },
)

const contentOf = (text: string): SavedContent => {
  try {
    const content: unknown = JSON.parse(text)
    if (isSavedContent(content)) return content
  } catch {
    // Said below, as for every other text that is none.
  }
  throw new CallError(400, '筛选的内容不正确', { field: 'content' })
}

const add = defineCall(
  { path: '/api/saved_filter/add', label: savedFilterForm.title, group, can: 'session', writes: true, params: savedFilterForm },
  async ({ tx, session }: Context, { resource, name, content }) => {
    const list = resources.find((other) => other.name === resource)
    if (!list) throw new CallError(400, '没有这个列表', { field: 'resource' })
    const saved = contentOf(content)
    if (Object.keys(saved.filters).some((column) => isMaskedKind(list.column[column]?.is)))
      throw new CallError(400, '手机号、身份证号等不能存在筛选里', { field: 'content' })
    const text = JSON.stringify(saved)
    // Of two at once the second waits here and then counts the first.
    await sql`select from account where user_id = ${session.userId} for no key update`.execute(tx)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from saved_filter where account_id = ${session.userId} and resource = ${resource}
    `.execute(tx)
    if ((rows[0]?.n ?? 0) >= MAX_SAVED) throw new CallError(409, `每个列表最多存 ${MAX_SAVED} 个筛选，请先删除不用的`)
    const values = { resource, name: name.trim(), content: text, account_id: session.userId }
    return { saved_id: await insertRow(tx, resourceNamed('saved_filter'), values, session.userId) }
  },
)

const shareForm = form(
  '共享筛选',
  {
    saved_id: id('筛选'),
    is_shared: {
      type: 'integer',
      title: '共享',
      oneOf: [
        { const: 0, title: '仅自己' },
        { const: 1, title: '所有人' },
      ],
    },
  },
  ['saved_id', 'is_shared'],
)

/** What one shares shows others where to look: one's own list, and one's own projects. */
const mustRead = async (context: Context, savedId: number): Promise<void> => {
  const { tx, session } = context
  const saved = await tx
    .selectFrom('saved_filter')
    .select(['resource', 'content'])
    .where('saved_id', '=', savedId)
    .where('account_id', '=', session.userId)
    .executeTakeFirst()
  const list = resources.find(({ name }) => name === saved?.resource)
  if (!saved || !list?.calls.index) throw new CallError(404)
  if (!(await mayRead(context, list))) throw new CallError(403, `没有权限：查看${list.label}`)
  const { filters } = contentOf(saved.content)
  const projects = list.scope ? [filters[list.scope] ?? []].flat().map(Number) : []
  if (projects.some((project) => session.scope !== null && !session.scope.includes(project)))
    throw new CallError(403, '不能给出自己看不到的项目')
}

/** One shares one's own; who may share may also take another's back, whose maker may have left. */
const share = defineCall(
  { path: '/api/saved_filter/share', label: shareForm.title, group, can: 'self', writes: true, params: shareForm },
  async (context: Context, { saved_id, is_shared }) => {
    const { tx, session } = context
    if (is_shared === 1) await mustRead(context, saved_id)
    const { numAffectedRows } = await sql`
      update saved_filter set is_shared = ${is_shared}::smallint, version = version + 1, updated_at = epoch_now()
      where saved_id = ${saved_id} and (account_id = ${session.userId} or (is_shared = 1 and ${is_shared}::integer = 0))
    `.execute(tx)
    if (numAffectedRows !== 1n) throw new CallError(404)
    return { saved_id }
  },
)

export default [offered, add, share]
