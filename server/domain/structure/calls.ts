import type { Field } from '../../../src/core/form.ts'
import { anId } from '../../../src/core/ids.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { editParams, form, reference } from '../../../src/derive/callParams.ts'
import { choices } from '../../../src/schemas/common.ts'
import { headForm } from '../../../src/schemas/structure/structure.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { pagedCall } from '../../calls/pagedCall.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { updateRow } from '../../store/writing/write.ts'
import { moveNode, readStructure } from './tree.ts'
import { assignUnits, listUnits, whoseUnits } from './units.ts'

const group = '架构'
const INDEX = '/api/structure/index'
const ADD_UNITS = '/api/ProjectStructure/addUnitIds'
const MAX_UNITS = 1000

const unitIds: Field = {
  type: 'array',
  title: '房源',
  minItems: 1,
  maxItems: MAX_UNITS,
  uniqueItems: true,
  items: anId,
  'x-msg': { required: '请选择房源', minItems: '请选择房源' },
}
const structure = resourceNamed('structure')

/** The calls of 架构配置 and 人员架构配置 beside those of their records. */
export default [
  defineCall(
    { path: '/api/structure/tree', label: '读取架构', group, can: INDEX, params: noParams('读取架构') },
    ({ tx, session }: Context) => readStructure(tx, session.scope),
  ),
  defineCall(
    {
      path: '/api/structure/move',
      label: '移动架构',
      group,
      can: 'self',
      writes: true,
      params: form(
        '移动架构',
        { node_id: reference('所移动的'), version: reference('版本'), parent_id: reference('上级'), before: reference('位置') },
        ['node_id'],
      ),
    },
    async ({ tx }: Context, params) => {
      const { node_id, version, parent_id, before } = params as { node_id: number; version?: number; parent_id?: number; before?: number }
      await moveNode(tx, { node_id, version, parent_id: parent_id ?? null, before: before ?? null })
      return { node_id }
    },
  ),
  defineCall(
    { path: '/api/structure/head', label: headForm.title, group, can: 'self', writes: true, params: editParams(structure, headForm) },
    async ({ tx, session }: Context, params) => {
      const { node_id, version, head_id } = params as { node_id: number; version?: number; head_id?: number }
      await belongingOf(tx, structure, { head_id }, session.scope, resourceNamed)
      await updateRow(tx, structure, node_id, version, { head_id: head_id ?? null }, session.scope)
      return { node_id }
    },
  ),
  defineCall(
    { path: '/api/ProjectStructure/getCenterStringArray', label: '中心名称', group, can: 'session', params: noParams('中心名称') },
    async ({ tx }: Context) => {
      const rows = await tx
        .selectFrom('structure')
        .select('name')
        .where('kind', '=', 1)
        .where('retired', '=', 0)
        .orderBy('place')
        .orderBy('node_id')
        .execute()
      return rows.map(({ name }) => name)
    },
  ),
  pagedCall(
    {
      usual: 20,
      path: '/api/ProjectStructure/unitList',
      label: '中心的房源',
      group,
      can: INDEX,
      params: form(
        '中心的房源',
        {
          node_id: reference('中心'),
          whose: { type: 'integer', title: '归属', oneOf: choices(whoseUnits) },
          center: { type: 'string', title: '中心', maxLength: 40 },
          keyword: { type: 'string', title: '小区或名称', maxLength: 50 },
        },
        ['node_id'],
      ),
    },
    ({ tx, session }, params, part) => {
      const { node_id = 0, whose = 1, keyword = '', center } = params as Partial<Parameters<typeof listUnits>[2]>
      return listUnits(tx, session.scope, { node_id, whose, keyword, ...(center ? { center } : {}) }, part)
    },
  ),
  defineCall(
    {
      path: ADD_UNITS,
      label: '分配房源给中心',
      group,
      can: 'self',
      writes: true,
      params: form('分配房源给中心', { node_id: reference('中心'), unit_ids: unitIds }, ['node_id', 'unit_ids']),
    },
    async ({ tx, session }: Context, params) => {
      const { node_id, unit_ids } = params as { node_id: number; unit_ids: number[] }
      await assignUnits(tx, session.scope, unit_ids, node_id)
      return { count: unit_ids.length }
    },
  ),
  defineCall(
    {
      path: '/api/ProjectStructure/removeUnitIds',
      label: '收回中心的房源',
      group,
      can: ADD_UNITS,
      writes: true,
      params: form('收回中心的房源', { unit_ids: unitIds }, ['unit_ids']),
    },
    async ({ tx, session }: Context, params) => {
      const { unit_ids } = params as { unit_ids: number[] }
      await assignUnits(tx, session.scope, unit_ids, null)
      return { count: unit_ids.length }
    },
  ),
]
