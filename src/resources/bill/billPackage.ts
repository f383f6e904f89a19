import { defineResource } from '../../core/resource.ts'
import { parties } from '../../schemas/common.ts'

/** 企业代收款: what a company owes for a month, over all its bills of a project. */
export default defineResource({
  name: 'bill_package',
  label: '企业代收款',
  key: 'package_id',
  title: 'month',
  columns: {
    package_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', filter: true, sort: true, width: 100 },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: true, width: 260 },
    party: { label: '承担方', is: 'enum', of: parties, filter: 'more', width: 100 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 180 },
    bills: { label: '账单数', is: 'int' },
    price: { label: '应收', is: 'fen', total: true },
    paid: { label: '已收', is: 'fen', total: true },
    owed: { label: '未收', is: 'fen', total: true },
  },
  sort: ['month', 'desc'],
  calls: { index: '/api/company/billPackageList', detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'bill_package_view',
  stored: false,
  reckoned: true,
  past: true,
  empty: '没有由企业承担的账单：合同的“各方承担”写明企业承担的，开出的账单按月列在这里',
})
