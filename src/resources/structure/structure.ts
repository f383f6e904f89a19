import { defineResource } from '../../core/resource.ts'
import { headForm, moveForm, nodeForm, nodeKinds, renameForm } from '../../schemas/structure/structure.ts'

/** The operator's own structure: centres hold departments, both hold posts. A trigger keeps it a tree. */
export default defineResource({
  name: 'structure',
  label: '架构',
  key: 'node_id',
  title: 'name',
  columns: {
    node_id: { label: '编号', is: 'int' },
    name: { label: '名称', required: true, max: 40, filter: true },
    kind: { label: '种类', is: 'enum', of: nodeKinds, required: true, filter: true },
    parent_id: { label: '上级', is: 'ref', of: 'structure', filter: true },
    place: { label: '次序', is: 'int', fixed: true },
    head_id: { label: '负责人', is: 'ref', of: 'account', fixed: true, filter: true },
  },
  past: false,
  sort: ['node_id', 'asc'],
  dialogs: { add: nodeForm, edit: renameForm, head: headForm, move: moveForm },
  actions: {
    edit: { label: '改名', on: 'row', can: '/api/structure/edit', opens: 'edit' },
    move: { label: '移到', on: 'row', can: '/api/structure/move', opens: 'move' },
    head: { label: '设负责人', on: 'row', can: '/api/structure/head', opens: 'head' },
    del: {
      label: '删除',
      on: 'row',
      can: '/api/structure/del',
      confirm: '将删除它；下面还有部门、岗位或人员的不能删除',
      tone: 'danger',
    },
  },
  calls: { export: false },
  import: false,
  retires: true,
})
