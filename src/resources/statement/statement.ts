import { defineResource } from '../../core/resource.ts'
import { yesNo } from '../../schemas/common.ts'
import { statementForm } from '../../schemas/statement/statement.ts'

/** 对账单: a file of a bank, 微信支付 or 支付宝 that was read. Of the file itself only its hash is kept. */
export default defineResource({
  name: 'statement',
  label: '对账单',
  area: 'bill',
  key: 'statement_id',
  title: 'number',
  columns: {
    statement_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '对账单号', is: 'code', numbered: { letters: 'DZ', dated: 'month', digits: 4 }, filter: true, width: 150 },
    own_account_id: { label: '账户', is: 'ref', of: 'own_account', required: true, fixed: true, filter: true, width: 180 },
    from_day: { label: '起', is: 'date', required: true, fixed: true, sort: true, filter: 'more' },
    to_day: { label: '止', is: 'date', required: true, fixed: true },
    lines: { label: '读入', is: 'int', unit: '行', required: true, fixed: true, width: 90 },
    known: { label: '以前已有', is: 'int', unit: '行', required: true, fixed: true, list: false, width: 100 },
    income: { label: '收入', is: 'fen', required: true, fixed: true, total: { except: { status: [3, 4] } } },
    outgo: { label: '支出', is: 'fen', required: true, fixed: true, total: { except: { status: [3, 4] } } },
    opening: { label: '期初余额', is: 'fen', fixed: true, list: false },
    closing: { label: '期末余额', is: 'fen', fixed: true },
    gap: { label: '与上一份相差', is: 'fen', fixed: true, help: '本份期初余额减去上一份期末余额；不为零说明中间缺对账单' },
    status: { label: '状态', filter: true, width: 90 },
    enters: {
      label: '收款自动入账',
      is: 'enum',
      of: Object.fromEntries(yesNo.map(({ const: code, title }) => [code, title])),
      required: true,
      fixed: true,
      list: false,
    },
    file_name: { label: '文件', required: true, max: 200, fixed: true, list: false, width: 220 },
    sha256: { label: 'SHA-256', is: 'code', max: 64, required: true, fixed: true, list: false, filter: 'more' },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', fixed: true, filter: 'more', list: false },
    created_by: { label: '导入人', is: 'ref', of: 'account', fixed: true, width: 90 },
    created_at: { label: '导入时间', is: 'datetime', fixed: true, sort: true, width: 150 },
  },
  sort: ['created_at', 'desc'],
  states: {
    column: 'status',
    of: {
      settling: { code: 1, label: '勾对中', tone: 'soon' },
      stands: { code: 2, label: '有效', tone: 'good' },
      undoing: { code: 3, label: '撤销中', tone: 'soon' },
      undone: { code: 4, label: '已撤销', tone: 'quiet', ends: true },
    },
    first: 'settling',
    sets: { there: ['settling', 'stands', 'undoing'] },
    moves: {
      settle: { label: '勾对完', from: 'settling', to: 'stands' },
      resume: { label: '接过已撤销的那一份的行', from: ['settling', 'stands'], to: 'settling' },
      fall: { label: '撤销完', from: 'undoing', to: 'undone' },
      stay: { label: '未能全部撤销', from: 'undoing', to: 'stands' },
    },
  },
  dialogs: { read: statementForm },
  actions: {
    read: { label: '导入对账单', on: 'page', can: '/api/statement/read', opens: 'read' },
    undo: {
      label: '撤销导入',
      on: 'row',
      can: '/api/statement/undo',
      from: ['settling', 'stands'],
      to: 'undoing',
      confirm:
        '这份对账单的行全部作废：勾对与划转撤销，由它入账的流水红冲（已核销的账单恢复未付）；别的对账单里也有的行，由那一份接着勾对；做完后同一文件可以再导入',
      done: '已开始撤销，刷新可见',
      tone: 'danger',
    },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  facts: [
    { column: 'own_account_id' },
    { column: 'lines' },
    { column: 'income' },
    { column: 'outgo' },
    { column: 'gap', tone: 'bad', over: 0 },
  ],
  has: [{ label: '对账单行', resource: 'statement_line', by: 'statement_id' }],
  empty: '还没有导入过对账单：从网银、微信支付或支付宝商户平台下载文件，点“导入对账单”',
})
