import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Field } from '../../../src/core/form.ts'
import { MAX_INT } from '../../../src/core/ids.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { type ContractPart, contractParts, problemText, templateProblems, wordsOf } from '../../../src/derive/template.ts'
import { MAX_TEMPLATE, type TemplateValues } from '../../../src/schemas/template/template.ts'
import { readableAmong } from '../../calls/counts.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { drawPreview } from '../../prints/draw.ts'
import { inScope } from '../../store/reading/filters.ts'
import { insertRow } from '../../store/writing/write.ts'
import { contractTemplate, paperValues } from '../contract/index.ts'
import { FIRST_TEXT } from './firstText.ts'
import { sampleValues } from './sampleValues.ts'
import { readVersion, saveVersion } from './versions.ts'

const group = '合同模板'
const INDEX = '/api/template/index'
const SAVE = '/api/template/save'
const [template, contract] = [resourceNamed('template'), resourceNamed('contract')]

const no: Field = { type: 'integer', title: '版本', minimum: 0, maximum: MAX_INT, 'x-msg': { required: '请指明版本' } }
const content: Field = { type: 'string', title: '正文', maxLength: MAX_TEMPLATE, 'x-msg': { required: '正文必填' } }
/** 400 with the first mistake and its place; `data.problems` has all. */
const refuseMistakes = (text: string): void => {
  const problems = templateProblems(text)
  if (problems[0]) throw new CallError(400, problemText(problems[0]), { field: 'content', problems })
}

/** What a preview says, and of which contract. */
interface Previewed {
  parts: readonly ContractPart[]
  sn: string
}

/** Gives the values of a contract, as they are looked at; 403 for who may not read contracts, 404 where there is none of this number in scope. */
const valuesOf = async (context: Context, sn: string): Promise<TemplateValues> => {
  const { tx, session, now } = context
  if (!(await readableAmong(context, [contract]))(contract)) throw new CallError(403, `没有权限：查看${contract.label}`)
  const { rows } = await sql<{ contract_id: number }>`
    select contract_id from contract c where sn = ${sn} and ${inScope(session.scope, 'c.p_id')}
  `.execute(tx)
  const found = rows[0] && (await paperValues(tx, [rows[0].contract_id], now)).get(rows[0].contract_id)
  if (!found) throw new CallError(404, '没有这个合同号，或不在您负责的项目内', { field: 'sn' })
  return found.values
}

const addForm = template.actions.find(({ name }) => name === 'add')?.form ?? form('新增合同模板', {}, [])

/** The calls of 合同模板 beside those of its lists. */
export default [
  defineCall(
    { path: '/api/template/add', label: addForm.title, group, can: 'self', writes: true, params: addForm },
    async ({ tx, session }: Context, params) => {
      const template_id = await insertRow(tx, template, params as Record<string, unknown>, session.userId)
      await saveVersion(tx, { template_id, seen: 0, content: FIRST_TEXT, note: '范本', userId: session.userId })
      return { template_id }
    },
  ),
  defineCall(
    {
      path: '/api/template/text',
      label: '读取模板正文',
      group,
      can: INDEX,
      params: form('读取模板正文', { template_id: id('模板'), no }, ['template_id']),
    },
    async ({ tx }: Context, params) => {
      const { template_id, no: asked } = params as { template_id: number; no?: number }
      const template = await tx
        .selectFrom('template')
        .select(['name', 'no', 'kind'])
        .where('template_id', '=', template_id)
        .executeTakeFirst()
      if (!template) throw new CallError(404)
      return { ...template, content: await readVersion(tx, template_id, asked ?? template.no) }
    },
  ),
  defineCall(
    {
      path: SAVE,
      label: '保存模板正文',
      group,
      can: 'self',
      writes: true,
      params: form('保存模板正文', { template_id: id('模板'), no, content, note: { type: 'string', title: '说明', maxLength: 100 } }, [
        'template_id',
        'no',
        'content',
      ]),
    },
    async ({ tx, session }: Context, params) => {
      const {
        template_id,
        no: seen,
        content: text,
        note = '',
      } = params as { template_id: number; no: number; content: string; note?: string }
      refuseMistakes(text)
      return { no: await saveVersion(tx, { template_id, seen, content: text, note, userId: session.userId }) }
    },
  ),
  defineCall(
    {
      path: '/api/template/restore_version',
      label: '恢复模板版本',
      group,
      can: SAVE,
      writes: true,
      params: form('恢复模板版本', { template_id: id('模板'), no, to: { ...no, title: '恢复到' } }, ['template_id', 'no', 'to']),
    },
    async ({ tx, session }: Context, params) => {
      const { template_id, no: seen, to } = params as { template_id: number; no: number; to: number }
      const earlier = await readVersion(tx, template_id, to)
      return { no: await saveVersion(tx, { template_id, seen, content: earlier, note: `恢复自第 ${to} 版`, userId: session.userId }) }
    },
  ),
  defineCall(
    {
      path: '/api/template/preview',
      label: '预览模板',
      group,
      can: INDEX,
      params: form('预览模板', { content, sn: { type: 'string', title: '合同号', maxLength: 40 } }, ['content']),
      present: async ({ parts, sn }: Previewed) => ({
        parts: parts.map((part) => (part.is === 'table' ? part : { is: part.is, text: wordsOf(part.pieces) })),
        pdf: Buffer.from(
          await drawPreview(contractTemplate, { title: `合同 ${sn}`, number: '', sn, parts, numbers: {}, said: [] }),
        ).toString('base64'),
      }),
    },
    async (context: Context, params) => {
      const { content: text, sn } = params as { content: string; sn?: string }
      refuseMistakes(text)
      const values = sn ? await valuesOf(context, sn) : sampleValues
      return { parts: contractParts(text, values), sn: values.texts.合同号 }
    },
  ),
]
