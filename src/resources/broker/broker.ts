import { defineResource } from '../../core/resource.ts'
import { brokerLevels } from '../../schemas/common.ts'

/** Brokers: who logs in by phone, and with whose rights. */
export default defineResource({
  name: 'broker',
  label: '经纪人',
  path: '/setting/brokerList',
  menu: { group: '设置', part: '组织', order: 233, icon: 'card' },
  access: 'setting_admin',
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '姓名', required: true, max: 60, filter: true },
    phone: { label: '手机号', is: 'phone', required: true, unique: true, filter: true },
    level: { label: '级别', is: 'enum', of: brokerLevels, required: true, filter: true },
    user_id: { label: '使用账号', is: 'ref', of: 'account', required: true, help: '经纪人登录后以此账号的权限工作' },
    status: { label: '状态', filter: true },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  past: false,
  sort: ['id', 'desc'],
  form: ['name', 'phone', 'level', 'user_id'],
  states: {
    column: 'status',
    of: {
      active: { code: 1, label: '启用', tone: 'good' },
      stopped: { code: 2, label: '停用', tone: 'quiet' },
    },
    first: 'active',
  },
  actions: {
    stop: {
      label: '停用',
      on: 'row',
      can: '/api/broker/stop',
      from: 'active',
      to: 'stopped',
      confirm: '停用后不能再登录',
      tone: 'danger',
    },
    start: { label: '启用', on: 'row', can: '/api/broker/start', from: 'stopped', to: 'active', confirm: '启用后可以登录' },
  },
  calls: { del: false },
  domain: ['add', 'edit'],
  import: true,
  empty: '还没有经纪人',
})
