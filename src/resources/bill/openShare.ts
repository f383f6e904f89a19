import { defineResource } from '../../core/resource.ts'
import { billSources, parties } from '../../schemas/common.ts'

/** What somebody owes of a bill and has not paid. */
export default defineResource({
  name: 'open_share',
  label: '未收应收',
  area: 'bill',
  key: 'share_id',
  title: 'sn',
  columns: {
    share_id: { label: '编号', is: 'int', list: 'never' },
    of_share: { label: '分摊', is: 'ref', of: 'bill_share', filter: 'more', list: 'never' },
    sn: { label: '账单号', is: 'code', filter: true, width: 160 },
    debtor_name: { label: '欠款方', is: 'text', width: 120 },
    custom_name: { label: '租客', is: 'text', filter: true, list: false, width: 120 },
    party: { label: '承担方', is: 'enum', of: parties, filter: 'more', width: 80 },
    from: { label: '账单类型', is: 'enum', of: billSources, filter: true, width: 90 },
    item: { label: '名目', is: 'text', spoken: true, width: 90 },
    owed: { label: '未付', is: 'fen', total: true },
    bill_date: { label: '应付日', is: 'date', sort: true, filter: 'more', width: 110 },
    start_date: { label: '周期开始', is: 'date', width: 110 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 120 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', filter: 'more', list: 'never' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', filter: 'more', list: false, width: 170 },
    custom_id: { label: '租客编号', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
  },
  sort: ['bill_date', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'open_share_view',
  stored: false,
  empty: '没有可以核销的应收：按 / 查找租客、房号、合同号或账单号',
})
