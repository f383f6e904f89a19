import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'lessee',
  label: '用户列表',
  area: 'contract',
  path: '/user/userList',
  menu: { order: 100, icon: 'people' },
  access: 'lessee',
  key: 'custom_id',
  title: 'name',
  columns: {
    custom_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '姓名', required: true, max: 60, filter: true, width: 100 },
    sex: { label: '性别', is: 'enum', of: { 1: '男', 2: '女' }, reads: 'card.sex', fixed: true, width: 70 },
    age: { label: '年龄', is: 'int', reads: 'card.age', fixed: true, width: 70 },
    card: { label: '身份证号', is: 'card', required: true, unique: true, filter: true },
    phone: { label: '手机号', is: 'phone', required: true, filter: true },
    company_id: { label: '所在企业', is: 'ref', of: 'company', filter: 'more', width: 200 },
    withhold: { label: '代扣协议', is: 'enum', of: { 0: '未签', 1: '已签' }, filter: 'more', fixed: true, default: 0 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 170 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false, filter: 'more' },
  },
  sort: ['custom_id', 'desc'],
  actions: {
    signatures: { label: '签章', on: 'row', can: '/api/FddUser/get_signature', leads: '/setting/signatureList/lessee/{custom_id}' },
  },
  calls: { add: false, edit: false, del: false },
  domain: ['detail'],
  scope: 'p_id',
  has: [
    { label: '合同', resource: 'contract', by: 'custom_id' },
    { label: '账单', resource: 'bill', by: 'custom_id' },
    { label: '签章', resource: 'signature', by: 'custom_id' },
  ],
  empty: '还没有租客，签订合同时登记',
})
