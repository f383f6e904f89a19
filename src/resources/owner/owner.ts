import { defineResource } from '../../core/resource.ts'
import { ownerKinds } from '../../schemas/owner/owner.ts'

/** Owners: people and companies whose rooms the operator manages for them, or rents and lets on. */
export default defineResource({
  name: 'owner',
  label: '业主',
  area: 'contract',
  key: 'owner_id',
  title: 'name',
  columns: {
    owner_id: { label: '编号', is: 'int', list: 'never' },
    kind: { label: '类型', is: 'enum', of: ownerKinds, required: true, default: 1, filter: true, width: 80 },
    name: { label: '姓名或名称', required: true, max: 100, filter: true, width: 220 },
    card: { label: '身份证号', is: 'card', required: true, unique: true, filter: 'more', when: { kind: 1 } },
    code: {
      label: '统一社会信用代码',
      is: 'code',
      required: true,
      max: 18,
      checks: 'creditCode',
      unique: true,
      filter: 'more',
      width: 190,
      when: { kind: 2 },
    },
    contact: { label: '联系人', required: true, max: 60, width: 100, when: { kind: 2 } },
    phone: { label: '联系电话', is: 'phone', required: true, filter: true },
    address: { label: '通讯地址', max: 200, list: false, width: 240 },
    account_name: { label: '户名', max: 100, list: false, section: '收款账户', help: '房租结给业主时收款的账户' },
    bank_account: { label: '银行账号', is: 'bank', width: 170 },
    bank_name: { label: '开户行', max: 100, list: false },
    note: { label: '备注', is: 'note', list: false },
    houses: { label: '名下房产', is: 'int', unit: '套', derived: 'counted', fixed: true, list: 'never' },
    entrusted_until: { label: '委托至', is: 'date', derived: 'counted', fixed: true, list: 'never' },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['owner_id', 'desc'],
  form: ['kind', 'name', 'card', 'code', 'contact', 'phone', 'address', 'account_name', 'bank_account', 'bank_name', 'note'],
  retires: true,
  facts: [{ column: 'phone' }, { column: 'contact' }, { column: 'houses', chosen: true }, { column: 'entrusted_until' }],
  plots: [{ is: 'timeline', label: '经历' }],
  has: [
    {
      label: '房产',
      resource: 'owner_house',
      by: 'owner_id',
      shows: ['org_id', 'region_name', 'share', 'from_date', 'to_date', 'state'],
    },
    {
      label: '委托协议',
      resource: 'entrust_agreement',
      by: 'owner_id',
      shows: ['sn', 'p_id', 'book', 'start_date', 'end_date', 'status'],
    },
  ],
  empty: '还没有业主，点右上角“新增业主”登记第一位，或从 Excel 导入',
})
