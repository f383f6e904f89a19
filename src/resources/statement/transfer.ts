import { defineResource } from '../../core/resource.ts'
import { transferKinds } from '../../schemas/statement/statement.ts'

/** 资金划转: money that went between the operator's own accounts, or that a bank took or gave by itself. Nobody owes it. */
export default defineResource({
  name: 'transfer',
  label: '资金划转',
  area: 'bill',
  key: 'transfer_id',
  title: 'number',
  columns: {
    transfer_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '划转号', is: 'code', numbered: { letters: 'HZ', dated: 'day', digits: 4 }, filter: true, width: 160 },
    day: { label: '日期', is: 'date', required: true, sort: true, filter: true, width: 110 },
    book_day: { label: '记账日', is: 'date', fixed: true, list: false, help: '发生的月份已结账的，记在未结账月份的这一天', width: 110 },
    kind: { label: '事项', is: 'enum', of: transferKinds, required: true, default: 1, filter: true, width: 100 },
    from_account_id: { label: '转出账户', is: 'ref', of: 'own_account', required: true, when: { kind: [1, 2] }, filter: true, width: 180 },
    to_account_id: { label: '转入账户', is: 'ref', of: 'own_account', required: true, when: { kind: [1, 3, 4] }, filter: true, width: 180 },
    price: { label: '金额', is: 'fen', min: 1, required: true, total: { by: 'kind', except: { status: 2 } }, help: '转出账户减少多少' },
    fee: {
      label: '其中手续费',
      is: 'fen',
      min: 0,
      default: 0,
      when: { kind: 1 },
      total: { except: { status: 2 } },
      help: '转入账户到账的是金额减去手续费',
    },
    note: { label: '备注', is: 'note', width: 200 },
    batch_id: { label: '代扣批次', is: 'ref', of: 'withhold', fixed: true, filter: 'more', list: false, width: 160 },
    from_line_id: { label: '转出的对账单行', is: 'ref', of: 'statement_line', fixed: true, filter: 'more', list: 'never' },
    to_line_id: { label: '转入的对账单行', is: 'ref', of: 'statement_line', fixed: true, filter: 'more', list: 'never' },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', fixed: true, filter: 'more', list: false },
    status: { label: '状态', filter: true, width: 80 },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, list: false },
  },
  sort: ['day', 'desc'],
  form: ['kind', 'from_account_id', 'to_account_id', 'price', 'fee', 'day', 'note'],
  states: {
    column: 'status',
    of: {
      stands: { code: 1, label: '有效', tone: 'good' },
      undone: { code: 2, label: '已撤销', tone: 'quiet', ends: true },
    },
    first: 'stands',
    moves: { fall: { label: '随对账单行撤销', from: 'stands', to: 'undone' } },
  },
  actions: {
    undo: {
      label: '撤销划转',
      on: 'rows',
      can: '/api/transfer/undo',
      from: 'stands',
      to: 'undone',
      confirm: '记红字分录；与它对上的对账单行回到未对上',
      tone: 'danger',
    },
  },
  calls: { edit: false, del: false },
  scope: 'p_id',
  empty: '还没有划转过：微信、支付宝、POS 到账，户间调拨，银行手续费与利息，都在这里',
})
