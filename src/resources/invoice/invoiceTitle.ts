import { defineResource } from '../../core/resource.ts'
import { addTitleForm, editTitleForm } from '../../schemas/invoice/title.ts'
import { titleKinds } from '../../schemas/invoice/words.ts'

/** 开票抬头: in whose name a tenant's or a company's invoices are; each has one that is used where none is named. */
export default defineResource({
  name: 'invoice_title',
  label: '开票抬头',
  area: 'bill',
  key: 'title_id',
  title: 'name',
  tellApart: ['tax_no'],
  columns: {
    title_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '名称', required: true, max: 100, filter: true, width: 220 },
    kind: { label: '抬头类型', is: 'enum', of: titleKinds, required: true, default: 1, filter: true, width: 90 },
    tax_no: { label: '纳税人识别号', is: 'code', max: 20, checks: 'taxNumber', filter: true, width: 190 },
    address: { label: '地址', max: 100, list: false, width: 200 },
    tel: { label: '电话', max: 30, list: false, width: 120 },
    bank: { label: '开户行', max: 100, list: false, width: 180 },
    bank_account: { label: '银行账号', is: 'code', max: 40, list: false, width: 180 },
    email: { label: '收票邮箱', max: 100, width: 180 },
    send_phone: { label: '收票手机', is: 'phone', list: false },
    is_default: { label: '默认抬头', is: 'enum', of: { 0: '否', 1: '是' }, tones: { 1: 'good' }, default: 0, width: 90 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', width: 120 },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', width: 200 },
    p_id: { label: '项目', is: 'ref', of: 'project', required: true, default: '$project', filter: 'more', list: false },
    created_by: { label: '登记人', is: 'ref', of: 'account', fixed: true, list: false },
  },
  sort: ['title_id', 'desc'],
  dialogs: { add: addTitleForm, edit: editTitleForm },
  actions: {
    add: {
      label: '新增开票抬头',
      on: 'page',
      can: '/api/invoice_title/add',
      opens: 'add',
      begins: [
        { on: 'lessee', label: '开票抬头', with: { custom_id: '$custom_id', p_id: '$p_id', kind: 2, name: '$name' } },
        {
          on: 'company',
          label: '开票抬头',
          with: { company_id: '$company_id', kind: 1, name: '$name', tax_no: '$code', address: '$address' },
        },
      ],
    },
  },
  scope: 'p_id',
  empty: '还没有开票抬头：在租客、企业的行上点“开票抬头”，或点右上角登记；没有登记的，租客按姓名、企业按名称与信用代码开',
})
