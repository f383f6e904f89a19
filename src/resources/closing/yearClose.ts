import { defineResource } from '../../core/resource.ts'
import { sides } from '../../schemas/journal/journal.ts'

/** 年结: what of each profit account of a project was carried to 4103 as a year was closed (postings.md); red where December was opened again. Only ever added. */
export default defineResource({
  name: 'year_close',
  label: '年结',
  area: 'bill',
  key: 'year_close_id',
  columns: {
    year_close_id: { label: '编号', is: 'int', list: 'never' },
    year: { label: '年度', is: 'code', max: 4, required: true, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 200 },
    code: { label: '科目编码', is: 'code', via: 'ledger_account_id.code', width: 110 },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', required: true, filter: true, width: 280 },
    side: { label: '结转方向', is: 'enum', of: sides, required: true, width: 100, help: '记在这个科目的哪一方，对方是 4103' },
    price: { label: '金额', is: 'fen', required: true, total: { by: 'side' } },
    created_at: { label: '结转时间', is: 'datetime', fixed: true, width: 150 },
  },
  sort: ['year', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '还没有结转过：在“结账设置”选了结转本年损益的，12 月结账时结转',
})
