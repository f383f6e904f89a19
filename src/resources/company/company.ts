import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'company',
  label: '企业列表',
  area: 'contract',
  path: '/company/companyList',
  menu: { order: 110, icon: 'company' },
  access: 'lessee',
  key: 'company_id',
  title: 'name',
  columns: {
    company_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '企业名称', required: true, max: 100, unique: true, filter: true, width: 240 },
    code: { label: '统一社会信用代码', is: 'code', required: true, max: 18, unique: true, filter: true, width: 190 },
    contact: { label: '联系人', required: true, max: 60 },
    phone: { label: '联系电话', is: 'phone', required: true },
    address: { label: '地址', max: 200, width: 240 },
    note: { label: '备注', is: 'note', list: false },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  sort: ['company_id', 'desc'],
  form: ['name', 'code', 'contact', 'phone', 'address', 'note'],
  actions: {
    signatures: { label: '签章', on: 'row', can: '/api/FddUser/get_signature', leads: '/setting/signatureList/company/{company_id}' },
  },
  lookup: true,
  has: [
    { label: '整租合同', resource: 'contract', by: 'company_id' },
    { label: '代收款', resource: 'bill_package', by: 'company_id' },
    { label: '员工租客', resource: 'lessee', by: 'company_id' },
    { label: '签章', resource: 'signature', by: 'company_id' },
  ],
  empty: '还没有企业，点右上角“新增企业”登记第一家',
})
