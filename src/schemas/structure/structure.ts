import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'

export const nodeKinds = { 1: '中心', 2: '部门', 3: '岗位' } as const
export type NodeKind = keyof typeof nodeKinds

const name = { type: 'string', title: '名称', maxLength: 40, 'x-wide': true, 'x-msg': { required: '名称必填' } } as const

/** Adds a part of the structure: what it is and where it stands come from where it is added. */
export const nodeForm = defineForm({
  title: '新增架构',
  type: 'object',
  properties: {
    parent_id: { type: 'integer', title: '上级', 'x-is': 'ref', 'x-hidden': true, ...idRange },
    kind: {
      type: 'integer',
      title: '种类',
      'x-hidden': true,
      oneOf: [
        { const: 1, title: nodeKinds[1] },
        { const: 2, title: nodeKinds[2] },
        { const: 3, title: nodeKinds[3] },
      ],
    },
    name,
  },
  required: ['kind', 'name'],
  additionalProperties: false,
})

export const renameForm = defineForm({
  title: '改名',
  type: 'object',
  properties: { name },
  required: ['name'],
  additionalProperties: false,
})

/** Moves a part of the structure, with all below it, to the end of what is under another; nothing chosen is the top. */
export const moveForm = defineForm({
  title: '移到',
  type: 'object',
  properties: {
    parent_id: {
      type: 'integer',
      title: '上级',
      'x-is': 'ref',
      'x-wide': true,
      ...idRange,
    },
  },
  additionalProperties: false,
})

/** Gives someone a post; which one comes from where it is done. */
export const holderForm = defineForm({
  title: '任职',
  type: 'object',
  properties: {
    node_id: { type: 'integer', title: '岗位', 'x-is': 'ref', 'x-hidden': true, ...idRange },
    user_id: {
      type: 'integer',
      title: '人员',
      'x-is': 'ref',
      'x-wide': true,
      ...idRange,
      'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择人员' },
    },
  },
  required: ['node_id', 'user_id'],
  additionalProperties: false,
})

/** Says who heads a centre or department; left empty, nobody does. */
export const headForm = defineForm({
  title: '设负责人',
  description: '审批设置里的“申请人部门负责人”就是这个人；没有负责人的部门由上一级的负责人审批。',
  type: 'object',
  properties: {
    head_id: {
      type: 'integer',
      title: '负责人',
      'x-is': 'ref',
      'x-wide': true,
      ...idRange,
      'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
    },
  },
  additionalProperties: false,
})
