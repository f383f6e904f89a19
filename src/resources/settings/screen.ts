import { defineResource } from '../../core/resource.ts'
import { newScreenForm, publishForm } from '../../schemas/screen.ts'

/** Screens that admins declare at run time (design.md, The idea). */
export default defineResource({
  name: 'screen',
  label: '页面配置',
  path: '/setting/screens',
  menu: { group: '设置', order: 220, icon: 'setting' },
  access: 'setting_screen',
  key: 'screen_id',
  title: 'label',
  columns: {
    screen_id: { label: '编号', is: 'int', list: 'never' },
    label: { label: '页面名称', required: true, max: 40, filter: true, fixed: true, width: 200 },
    name: { label: '代码', is: 'code', max: 20, required: true, unique: true, fixed: true },
    state: {
      label: '状态',
      is: 'enum',
      of: { 1: '草稿', 2: '已发布', 3: '已下线' },
      tones: { 1: 'info', 2: 'good', 3: 'quiet' },
      default: 1,
      required: true,
      fixed: true,
      filter: true,
    },
    no: { label: '发布的版本', is: 'int', fixed: true },
    fields: { label: '字段数', is: 'int', fixed: true },
    editor: { label: '最后修改', is: 'ref', of: 'account', fixed: true },
    updated_at: { label: '修改时间', is: 'datetime', fixed: true, sort: true },
  },
  sort: ['updated_at', 'desc'],
  dialogs: { add: newScreenForm, publish: publishForm },
  actions: {
    design: { label: '设计', on: 'row', can: '/api/screen/save', leads: '/setting/screenDesigner/{screen_id}' },
    publish: { label: '发布', on: 'row', can: '/api/screen/publish', opens: 'publish', done: '已发布，所有人即可使用' },
    withdraw: {
      label: '下线',
      on: 'row',
      can: '/api/screen/withdraw',
      when: { state: 2 },
      confirm: '页面从菜单中消失，接口停用；记录都保留，可随时恢复',
      tone: 'danger',
    },
    del: {
      label: '删除',
      on: 'row',
      can: '/api/screen/del',
      when: { state: 1 },
      confirm: '将删除这份设计稿，删除后不可恢复',
      tone: 'danger',
    },
    restore: { label: '恢复', on: 'row', can: '/api/screen/restore', when: { state: 3 }, confirm: '页面按下线前的版本重新发布' },
  },
  domain: ['add'],
  calls: { edit: false },
  has: [{ label: '版本', resource: 'screen_version', by: 'screen_id' }],
  empty: '还没有自己做的页面。点“新增页面”，不用写代码就能做一个列表页',
})
