import { defineResource } from '../../core/resource.ts'
import { needWords } from '../../schemas/application/material.ts'
import { natures } from '../../schemas/common.ts'

/** Which papers an application of a nature has to come with (domain.md, Rules of the trade); a new one gets a row for each that is in use. */
export default defineResource({
  name: 'material_rule',
  label: '材料清单',
  noun: '材料',
  area: 'contract',
  path: '/setting/materialList',
  menu: { group: '设置', part: '业务', order: 219, icon: 'material' },
  access: 'setting_build',
  key: 'rule_id',
  title: 'name',
  columns: {
    rule_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '材料名称', required: true, max: 40, filter: true, width: 220 },
    nature: { label: '性质', is: 'enum', of: natures, required: true, filter: true },
    need: { label: '要求', is: 'enum', of: needWords, required: true, filter: true },
    valid_months: { label: '有效期', is: 'int', min: 1, max: 120, unit: '个月' },
    note: { label: '说明', is: 'note', list: false },
  },
  sort: ['rule_id', 'asc'],
  unique: [['nature', 'name']],
  form: ['name', 'nature', 'need', 'valid_months', 'note'],
  retires: true,
  empty: '还没有材料清单：写上每种性质要交哪些材料，新的申请就按它列出',
})
