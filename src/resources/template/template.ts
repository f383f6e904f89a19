import { defineForm } from '../../core/form.ts'
import { defineResource } from '../../core/resource.ts'
import { choices, contractKinds } from '../../schemas/common.ts'

const addForm = defineForm({
  title: '新增合同模板',
  description: '新模板从一份范本开始，保存后再写正文。',
  type: 'object',
  properties: {
    name: { type: 'string', title: '模板名称', maxLength: 40, 'x-msg': { required: '模板名称必填' } },
    kind: { type: 'integer', title: '合同类型', 'x-is': 'radio', oneOf: choices(contractKinds), 'x-msg': { required: '合同类型必填' } },
  },
  required: ['name', 'kind'],
  additionalProperties: false,
})

/** Texts of contracts with fields in braces. What a template said before stays in its versions. */
export default defineResource({
  name: 'template',
  label: '合同模板',
  area: 'contract',
  path: '/setting/template',
  menu: { group: '设置', part: '业务', order: 221, icon: 'paper' },
  access: 'setting_template',
  key: 'template_id',
  title: 'name',
  columns: {
    template_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '模板名称', required: true, max: 40, unique: true, filter: true, width: 220 },
    kind: { label: '合同类型', is: 'enum', of: contractKinds, required: true, filter: true },
    is_default: {
      label: '默认',
      is: 'enum',
      of: { 0: '否', 1: '是' },
      tones: { 0: 'quiet', 1: 'good' },
      default: 0,
      fixed: true,
      filter: true,
    },
    no: { label: '现行版本', is: 'int', default: 0, fixed: true },
    editor: { label: '最后修改', is: 'ref', of: 'account', fixed: true },
    updated_at: { label: '修改时间', is: 'datetime', fixed: true, width: 140 },
  },
  sort: ['template_id', 'asc'],
  dialogs: { add: addForm },
  actions: {
    write: { label: '正文', on: 'row', can: '/api/template/save', leads: '/setting/templateEditor/{template_id}' },
    makeDefault: {
      label: '设为默认',
      on: 'row',
      can: '/api/template/makeDefault',
      when: { is_default: 0, retired: 0 },
      set: { is_default: 1 },
      confirm: '以后签订这类合同时先选它；已签的合同不变',
    },
  },
  domain: ['add'],
  import: false,
  calls: { edit: false, del: false, export: false },
  retires: true,
  has: [{ label: '版本', resource: 'template_version', by: 'template_id' }],
  empty: '还没有合同模板，点右上角“新增合同模板”',
})
