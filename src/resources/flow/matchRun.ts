import { defineResource } from '../../core/resource.ts'

/** 自动核销: what the system matched in one go, which is undone in one go. */
export default defineResource({
  name: 'match_run',
  label: '自动核销批次',
  area: 'bill',
  key: 'run_id',
  title: 'sn',
  columns: {
    run_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '批次号', is: 'code', numbered: { letters: 'HXP', dated: 'day', digits: 4 }, filter: true, width: 170 },
    matches: { label: '核销', is: 'int', unit: '笔', derived: true, fixed: true, width: 90 },
    price: { label: '核销金额', is: 'fen', derived: true, fixed: true, width: 140 },
    undone: { label: '其中已撤销', is: 'int', unit: '笔', derived: true, fixed: true, width: 110 },
    sure: { label: '把握不低于', is: 'int', unit: '%', required: true, width: 110 },
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
  },
  actions: {
    start: {
      label: '自动核销',
      on: 'page',
      can: '/api/match_run/start',
      confirm: '把握够的收款由系统逐笔核销，其余留在核销台；做完后可整批撤销',
      done: '已开始，做完后在此列表，刷新可见',
    },
    undo: {
      label: '整批撤销',
      on: 'row',
      can: '/api/match_run/undo',
      from: 'stands',
      to: 'undone',
      confirm: '这一批核销全部撤销：账单恢复未付，收款退回未核销；其后已动用的留着，另行处理',
      tone: 'danger',
    },
  },
  calls: { add: false, edit: false, del: false },
  domain: ['start'],
  has: [{ label: '核销记录', resource: 'match', by: 'run_id' }],
  view: 'match_run_view',
  empty: '还没有自动核销过：点“自动核销”，或在核销设置里改为自动',
})
