import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormSchema } from '../../../src/core/form.ts'
import { resourceNamed, resources } from '../../../src/derive/declared.ts'
import { isSavedContent, MAX_SAVED, type SavedContent, type SavedFilter } from '../../../src/protocol/savedFilters.ts'
import { savedFilterForm } from '../../../src/schemas/savedFilter.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { explainConstraint } from '../../store/problems.ts'
import { insertRow } from '../../store/write.ts'

explainConstraint('saved_filter_account_id_resource_name_key', '已有同名的筛选，请换一个名称')

const group = '已存筛选'

const listForm = {
  title: '可用的筛选',
  type: 'object',
  properties: { resource: { type: 'string', title: '列表', maxLength: 60 } },
  required: ['resource'],
  additionalProperties: false,
} as const satisfies FormSchema

/** Gives one's own and the shared ones of a list. Only text and ids stand in them: whoever applies one sees their own rows. */
const offered = defineCall(
  { path: '/api/saved_filter/offered', label: listForm.title, group, can: 'session', params: listForm },
  async ({ tx, session }: Context, { resource }): Promise<{ list: SavedFilter[] }> => {
    const { rows } = await sql<Omit<SavedFilter, 'content'> & { content: string }>`
      select f.saved_id, f.name, f.content, f.is_shared = 1 as is_shared, f.account_id = ${session.userId} as is_mine, a.name as by
      from saved_filter f join account a on a.user_id = f.account_id
      where f.resource = ${resource} and (f.account_id = ${session.userId} or f.is_shared = 1) order by f.name, f.saved_id
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
    if (!resources.some((other) => other.name === resource)) throw new CallError(400, '没有这个列表', { field: 'resource' })
    const text = JSON.stringify(contentOf(content))
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

const shareForm = {
  title: '共享筛选',
  type: 'object',
  properties: {
    saved_id: { type: 'integer', title: '筛选', minimum: 1, maximum: 2_147_483_647, 'x-msg': { required: '请指明记录' } },
    is_shared: {
      type: 'integer',
      title: '共享',
      oneOf: [
        { const: 0, title: '仅自己' },
        { const: 1, title: '所有人' },
      ],
    },
  },
  required: ['saved_id', 'is_shared'],
  additionalProperties: false,
} as const satisfies FormSchema

/** One shares one's own; who may share may also take another's back, whose maker may have left. */
const share = defineCall(
  { path: '/api/saved_filter/share', label: shareForm.title, group, can: 'self', writes: true, params: shareForm },
  async ({ tx, session }: Context, { saved_id, is_shared }) => {
    const { numAffectedRows } = await sql`
      update saved_filter set is_shared = ${is_shared}::smallint, version = version + 1, updated_at = epoch_now()
      where saved_id = ${saved_id} and (account_id = ${session.userId} or (is_shared = 1 and ${is_shared}::integer = 0))
    `.execute(tx)
    if (numAffectedRows !== 1n) throw new CallError(404)
    return { saved_id }
  },
)

export default [offered, add, share]
