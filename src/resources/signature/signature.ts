import { defineResource } from '../../core/resource.ts'
import { sealHolders, sealKinds, signatureForm } from '../../schemas/signature/signature.ts'

/** Seals of companies and signatures of tenants. A tenant's is of the tenant's project; a company's is of none. */
export default defineResource({
  name: 'signature',
  label: '签章',
  area: 'contract',
  key: 'signature_id',
  title: 'name',
  columns: {
    signature_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '名称', required: true, max: 60, filter: true, width: 200 },
    holder: { label: '归属', is: 'enum', of: sealHolders, required: true, list: false },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: false },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: false },
    kind: { label: '印章种类', is: 'enum', of: sealKinds },
    imgs: { label: '图样', is: 'images', required: true, max: 1 },
    is_default: { label: '默认', is: 'enum', of: { 0: '否', 1: '是' }, tones: { 0: 'quiet', 1: 'good' }, default: 0, fixed: true },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '登记人', is: 'ref', of: 'account', fixed: true, width: 100 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true },
  },
  dialogs: { add: signatureForm },
  actions: {
    makeDefault: {
      label: '设为默认',
      on: 'row',
      can: '/api/signature/makeDefault',
      when: { is_default: 0, retired: 0 },
      set: { is_default: 1 },
      confirm: false,
    },
  },
  calls: { index: '/api/FddUser/get_signature', add: '/api/FddUser/add_signature', edit: false, del: false, export: false },
  domain: ['add'],
  scope: 'p_id',
  retires: true,
  empty: '还没有签章，点右上角“新增签章”上传或手写一个',
})
