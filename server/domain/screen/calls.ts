import { sql } from 'kysely'
import { carryOver } from '../../../src/core/carryOver.ts'
import { isDeeperThan, MAX_DECLARATION, MAX_DEPTH } from '../../../src/core/check/checkRunTime.ts'
import { resourceShape } from '../../../src/core/check/metaSchema.ts'
import { checkShape, isPlainObject } from '../../../src/core/check/shape.ts'
import { CallError } from '../../../src/core/errors.ts'
import type { Field } from '../../../src/core/form.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { form, id, version } from '../../../src/derive/callParams.ts'
import { copyOf } from '../../../src/derive/designer/copy.ts'
import { differencesOf } from '../../../src/derive/designer/differences.ts'
import { startOf } from '../../../src/derive/designer/startOf.ts'
import { copyScreenForm, newScreenForm, publishForm } from '../../../src/schemas/screen/screen.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { changed } from '../../store/writing/changed.ts'
import { lettersTaken, readPublished, takenNames } from './declared.ts'
import { draftProblems, fieldsOf, publish, readEmpties, readScreen } from './publish.ts'
import { sourceFile } from './sourceFile.ts'

const group = '页面配置'
const INDEX = '/api/screen/index'
const SAVE = '/api/screen/save'

/** A draft may be wrong, and is checked as it stands; deeper than this it could not be looked through, nor kept. */
const MAX_DRAFT_DEPTH = 100

const declaration: Field = { type: 'string', title: '声明', maxLength: MAX_DECLARATION, 'x-msg': { required: '声明必填' } }

/** Whoever goes back says that what is in the draft and was never published may be lost. */
const discard: Field = { type: 'integer', title: '丢掉未发布的修改', oneOf: [{ const: 1, title: '是' }] }

/** Gives what a text says as JSON; throws 400 with what is wrong with it. What is too deep to be a draft is not even kept as one. */
const parsed = (text: string): Resource => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CallError(400, `不是合格的 JSON：${error instanceof Error ? error.message.slice(0, 120) : ''}`, { field: 'declaration' })
  }
  if (!isPlainObject(value)) throw new CallError(400, '声明须是一个对象 {…}', { field: 'declaration' })
  if (isDeeperThan(value, MAX_DRAFT_DEPTH)) throw new CallError(400, `层数过多，至多 ${MAX_DEPTH} 层`, { field: 'declaration' })
  return value as unknown as Resource
}

/** Keeps the draft of a new screen; throws 409 where there is one of its name. */
const addDraft = async (tx: Tx, draft: Resource, by: number): Promise<Row<'screen', 'screen_id'> | undefined> => {
  const { rows } = await sql<Row<'screen', 'screen_id'>>`
    insert into screen (name, label, draft, fields, editor, created_by)
    values (${draft.name}, ${draft.label}, ${JSON.stringify(draft)}::json, ${fieldsOf(draft)}::integer, ${by}::integer, ${by}::integer) returning screen_id
  `.execute(tx)
  return rows[0]
}

/** What the fields that `/api/screen/empties` asked for were filled with. */
const fills: Field = { type: 'string', title: '要填的值', maxLength: 20_000 }

/** The calls of 页面配置 beside its lists. */
export default [
  defineCall(
    { path: '/api/screen/add', label: newScreenForm.title, group, can: 'self', writes: true, params: newScreenForm },
    async ({ tx, session }: Context, { name, label }) => {
      const draft = startOf(name, label)
      const [wrong] = await draftProblems(tx, { name, published: null }, draft)
      if (wrong) throw new CallError(400, wrong.message, { field: 'name' })
      return addDraft(tx, draft, session.userId)
    },
  ),
  defineCall(
    {
      path: '/api/screen/copy',
      label: copyScreenForm.title,
      group,
      can: 'self',
      writes: true,
      params: form(copyScreenForm.title, { screen_id: id('页面'), ...copyScreenForm.properties }, ['screen_id', 'label', 'name']),
    },
    async ({ tx, session }: Context, { screen_id, name, label }) => {
      const { draft } = await readScreen(tx, screen_id as number)
      if (checkShape(draft, resourceShape, '').length > 0) throw new CallError(409, '这份设计稿的写法有误，请先改好再复制')
      const copy = copyOf(draft, name as string, label as string, await lettersTaken(tx, draft))
      // What was wrong with the draft is wrong with its copy, and shown there; its name is of this call.
      const wrong = (await draftProblems(tx, { name: copy.name, published: null }, copy)).find(({ at }) => at === 'name')
      if (wrong) throw new CallError(400, wrong.message, { field: 'name' })
      return addDraft(tx, copy, session.userId)
    },
  ),
  defineCall(
    { path: '/api/screen/taken', label: '已用过的页面代码', group, can: '/api/screen/add', params: noParams('已用过的页面代码') },
    async ({ tx }: Context) => {
      const { rows } = await sql<Row<'screen', 'name'>>`select name from screen`.execute(tx)
      return { taken: [...(await takenNames(tx)), ...rows.map(({ name }) => name)] }
    },
  ),
  defineCall(
    {
      path: '/api/screen/draft',
      label: '读取设计稿',
      group,
      can: INDEX,
      params: form('读取设计稿', { screen_id: id('页面') }, ['screen_id']),
    },
    async ({ tx }: Context, { screen_id }) => {
      const screen = await readScreen(tx, screen_id as number)
      return { ...screen, problems: await draftProblems(tx, screen, screen.draft) }
    },
  ),
  defineCall(
    {
      path: '/api/screen/check',
      label: '检查设计稿',
      group,
      can: SAVE,
      params: form('检查设计稿', { screen_id: id('页面'), declaration }, ['screen_id', 'declaration']),
    },
    async ({ tx }: Context, params) => ({
      problems: await draftProblems(tx, await readScreen(tx, params.screen_id as number), parsed(params.declaration as string)),
    }),
  ),
  defineCall(
    {
      path: SAVE,
      label: '保存设计稿',
      group,
      can: 'self',
      writes: true,
      params: form('保存设计稿', { screen_id: id('页面'), version, declaration }, ['screen_id', 'version', 'declaration']),
    },
    async ({ tx, session }: Context, params) => {
      const screen = await readScreen(tx, params.screen_id as number, true)
      if (screen.version !== params.version) throw new CallError(409, '其他人刚保存过这个页面的设计，请先看看他改了什么')
      const draft = parsed(params.declaration as string)
      const problems = await draftProblems(tx, screen, draft)
      const saved = await tx
        .updateTable('screen')
        .set({ draft: JSON.stringify(draft), editor: session.userId, ...changed })
        .where('screen_id', '=', screen.screen_id)
        .returning('version')
        .executeTakeFirstOrThrow()
      return { version: saved.version, problems }
    },
  ),
  defineCall(
    {
      path: '/api/screen/publish',
      label: '发布页面',
      group,
      can: 'self',
      writes: 'itself',
      params: form('发布页面', { screen_id: id('页面'), version, ...publishForm.properties, fills }, ['screen_id']),
    },
    (context: Context, { screen_id, version: seen, note, fills: given }) =>
      publish(context, {
        screenId: screen_id as number,
        version: seen as number | undefined,
        note: (note as string | undefined) ?? '',
        fills: given as string | undefined,
      }),
  ),
  defineCall(
    {
      path: '/api/screen/empties',
      label: '查看必填而空着的字段',
      group,
      can: '/api/screen/publish',
      params: form('查看必填而空着的字段', { screen_id: id('页面') }, ['screen_id']),
    },
    (context: Context, { screen_id }) => readEmpties(context, screen_id as number),
  ),
  defineCall(
    {
      path: '/api/screen/rollback',
      label: '回退页面',
      group,
      can: 'self',
      writes: 'itself',
      params: form('回退页面', { version_id: id('版本'), version, discard }, ['version_id']),
    },
    async (context: Context, { version_id, version: seen, discard: isDiscarded }) => {
      const { rows } = await sql<Row<'screen_version', 'screen_id' | 'no'> & { declaration: Resource }>`
        select screen_id, no, declaration from screen_version where version_id = ${version_id as number}
      `.execute(context.db)
      const [earlier] = rows
      if (!earlier) throw new CallError(404)
      return publish(context, {
        screenId: earlier.screen_id,
        version: seen as number | undefined,
        note: `回退到版本 ${earlier.no}`,
        declaration: async ({ draft, published }) => {
          if (isDiscarded === undefined && JSON.stringify(draft) !== JSON.stringify(published))
            throw new CallError(409, '设计稿里有还没有发布的修改，回退会丢掉它们：请在页面设计的“版本”里确认')
          return published ? carryOver(earlier.declaration, published) : earlier.declaration
        },
      })
    },
  ),
  defineCall(
    {
      path: '/api/screen/differences',
      label: '查看版本的改动',
      group,
      can: INDEX,
      params: form('查看版本的改动', { version_id: id('版本') }, ['version_id']),
    },
    async ({ tx }: Context, { version_id }) => {
      const { rows } = await sql<{ declaration: Resource; before: Resource | null }>`
        select v.declaration, (
          select b.declaration from screen_version b where b.screen_id = v.screen_id and b.no < v.no order by b.no desc limit 1
        ) as before from screen_version v where v.version_id = ${version_id as number}
      `.execute(tx)
      if (!rows[0]) throw new CallError(404)
      return { differences: differencesOf(rows[0].before, rows[0].declaration) }
    },
  ),
  defineCall(
    {
      path: '/api/screen/file',
      label: '导出声明文件',
      group,
      can: INDEX,
      params: form('导出声明文件', { screen_id: id('页面') }, ['screen_id']),
    },
    async ({ tx }: Context, { screen_id }) => {
      const { name, draft, published } = await readScreen(tx, screen_id as number)
      return { name: `${name}.ts`, text: sourceFile(published ?? draft) }
    },
  ),
  defineCall(
    { path: '/api/screen/declared', label: '读取运行中的页面', group, can: 'session', params: noParams('读取运行中的页面') },
    async ({ tx }: Context) => readPublished(tx),
  ),
]
