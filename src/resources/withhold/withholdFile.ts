import { defineResource } from '../../core/resource.ts'

/** A file of a batch as it was sent, and whether it was answered. The file is drawn anew whenever it is asked for; of its result only the hash is kept. */
export default defineResource({
  name: 'withhold_file',
  label: '代扣文件',
  area: 'bill',
  key: 'file_id',
  title: 'number',
  columns: {
    file_id: { label: '编号', is: 'int', list: 'never' },
    number: { label: '文件号', is: 'code', max: 40, required: true, unique: true, fixed: true, width: 170 },
    batch_id: { label: '批次', is: 'ref', of: 'withhold', required: true, fixed: true, filter: true, width: 160 },
    rows: { label: '行数', is: 'int', required: true, fixed: true, width: 80 },
    price: { label: '金额', is: 'fen', required: true, fixed: true, total: { except: { status: 4 } } },
    status: { label: '状态', filter: true, width: 90 },
    done_rows: { label: '成功', is: 'int', unit: '行', fixed: true, width: 80 },
    done_price: { label: '成功金额', is: 'fen', fixed: true, total: true },
    failed_rows: { label: '失败', is: 'int', unit: '行', fixed: true, width: 80 },
    answer_name: { label: '回盘文件', max: 200, fixed: true, list: false, width: 200 },
    sha256: { label: 'SHA-256', is: 'code', max: 64, fixed: true, list: false, filter: 'more' },
    answered_at: { label: '导入时间', is: 'datetime', fixed: true },
    answered_by: { label: '导入人', is: 'ref', of: 'account', fixed: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '全部', fixed: true, list: 'never' },
  },
  sort: ['file_id', 'asc'],
  states: {
    column: 'status',
    of: {
      waiting: { code: 1, label: '待回盘', tone: 'soon' },
      booking: { code: 2, label: '入账中', tone: 'soon' },
      booked: { code: 3, label: '已回盘', tone: 'good', ends: true },
      void: { code: 4, label: '已作废', tone: 'quiet', ends: true },
    },
    first: 'waiting',
    sets: { answered: ['booking', 'booked'] },
    requires: { answered: ['sha256', 'answered_at'] },
    unique: [{ within: 'answered', columns: ['sha256'] }],
    moves: {
      answer: { label: '导入回盘', from: 'waiting', to: 'booking' },
      book: { label: '入账', from: 'booking', to: 'booked' },
      fall: { label: '随批次作废', from: 'waiting', to: 'void' },
    },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  has: [{ label: '明细', resource: 'withhold_line', by: 'file_id' }],
})
