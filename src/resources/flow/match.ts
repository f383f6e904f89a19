import { defineResource } from '../../core/resource.ts'
import { matchKinds, matchReasons } from '../../schemas/flow/match.ts'

/** 核销记录: one act of matching money with what is owed, by a person or by the system. What it did are its allocations; it is undone by counter-entries. */
export default defineResource({
  name: 'match',
  label: '核销记录',
  area: 'bill',
  key: 'match_id',
  title: 'sn',
  columns: {
    match_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '核销号', is: 'code', numbered: { letters: 'HX', dated: 'day', digits: 6 }, filter: true, width: 170 },
    kind: {
      label: '方式',
      is: 'enum',
      of: matchKinds,
      tones: { 1: 'info', 2: 'good', 3: 'quiet', 4: 'quiet' },
      required: true,
      filter: true,
      width: 80,
    },
    payer_name: { label: '付款人', is: 'text', required: true, filter: true, max: 60, width: 140 },
    debtor_name: { label: '欠款方', is: 'text', required: true, filter: 'more', max: 60, width: 140, leads: ['custom_id', 'company_id'] },
    price: { label: '核销金额', is: 'fen', required: true, total: { except: { status: 2 } } },
    receipts: { label: '收款', is: 'int', unit: '笔', required: true, width: 70 },
    shares: { label: '应收', is: 'int', unit: '张', required: true, width: 70 },
    sure: { label: '把握', is: 'int', unit: '%', width: 80 },
    why: { label: '依据', is: 'enums', of: matchReasons, width: 260 },
    run_id: { label: '自动核销批次', is: 'ref', of: 'match_run', filter: 'more', list: false, width: 150 },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', required: true, filter: 'more', list: false },
    status: { label: '状态', filter: true, width: 80 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '时间', is: 'datetime', fixed: true, sort: true, width: 150 },
  },
  sort: ['created_at', 'desc'],
  states: {
    column: 'status',
    of: {
      stands: { code: 1, label: '有效', tone: 'good' },
      undone: { code: 2, label: '已撤销', tone: 'quiet', ends: true },
    },
    first: 'stands',
    // Its money was taken back with the entry that brought it.
    moves: { fall: { label: '随红冲撤销', from: 'stands', to: 'undone' } },
  },
  actions: {
    undo: {
      label: '撤销核销',
      on: 'rows',
      can: '/api/match/undo',
      from: 'stands',
      to: 'undone',
      confirm: '账单恢复未付，收款退回未核销；原记录保留，另记红字',
      tone: 'danger',
    },
  },
  calls: { add: false, edit: false, del: false },
  has: [{ label: '核销明细', resource: 'allocation', by: 'match_id' }],
  scope: 'p_id',
  empty: '还没有核销过：在核销台按回车核销，这里就有',
})
