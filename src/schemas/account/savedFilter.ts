import { defineForm } from '../../core/form.ts'

/** Saving what a list asks now: `content` is JSON text (src/protocol/savedFilters.ts). */
export const savedFilterForm = defineForm({
  title: '保存筛选',
  type: 'object',
  properties: {
    resource: { type: 'string', title: '列表', maxLength: 60, 'x-hidden': true },
    name: { type: 'string', title: '名称', maxLength: 40, 'x-wide': true, 'x-msg': { required: '请给筛选起个名称' } },
    content: { type: 'string', title: '内容', maxLength: 8000, 'x-hidden': true },
  },
  required: ['resource', 'name', 'content'],
  additionalProperties: false,
})
