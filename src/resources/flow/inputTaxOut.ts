import { defineResource } from '../../core/resource.ts'
import { outReasons } from '../../schemas/flow/turnOut.ts'

/** 进项税额转出: what was deducted of an expense and is not after all. Only ever added to: what was turned out wrongly has a row against it. */
export default defineResource({
  name: 'input_tax_out',
  label: '进项税额转出',
  area: 'bill',
  key: 'out_id',
  title: 'number',
  columns: {
    out_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '转出号', is: 'code', numbered: { letters: 'ZC', dated: 'month', digits: 4 }, filter: true, width: 150 },
    day: { label: '转出日', is: 'date', required: true, fixed: true, filter: true, sort: true, width: 110 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', required: true, fixed: true, filter: 'more', width: 170 },
    reason: { label: '转出原因', is: 'enum', of: outReasons, required: true, fixed: true, filter: true, width: 170 },
    price: { label: '转出税额', is: 'fen', required: true, fixed: true, total: true },
    state: { label: '状态', derived: true, width: 80 },
    note: { label: '说明', is: 'note', max: 200, fixed: true, width: 220 },
    undoes: { label: '撤销的转出', is: 'ref', of: 'input_tax_out', fixed: true, list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', fixed: true, filter: true, width: 190 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, list: false, width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['day', 'desc'],
  // As of a flow: which state one is in follows from whether another takes it back.
  states: {
    column: 'state',
    of: {
      stands: { code: 1, label: '有效', tone: 'good' },
      undone: { code: 2, label: '已撤销', tone: 'quiet', ends: true },
      red: { code: 3, label: '红字', tone: 'bad', ends: true },
    },
    first: ['stands', 'red'],
  },
  actions: {
    undo: {
      label: '撤销转出',
      on: 'row',
      can: '/api/input_tax_out/undo',
      from: 'stands',
      to: 'undone',
      confirm: '另记一笔红字的转出，记在今天（所在的月份已结账的，记在没有结账的月份）；这部分进项税额又可以抵扣',
      tone: 'danger',
    },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'input_tax_out_view',
  empty: '还没有转出过：可抵扣的支出改用于免税、简易计税的项目或福利，或非正常损失，在那笔流水上“转出进项税”',
})
