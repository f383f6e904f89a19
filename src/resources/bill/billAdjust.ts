import { defineResource } from '../../core/resource.ts'
import { adjustKinds } from '../../schemas/bill/acts.ts'
import { yesOrNo } from '../../schemas/closing/closing.ts'

/** What has changed what a share of a bill comes to (domain.md, Money); only ever added, and the store changes the share by it. */
export default defineResource({
  name: 'bill_adjust',
  label: '账单调整',
  area: 'bill',
  key: 'adjust_id',
  title: 'sn',
  columns: {
    adjust_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '调整号', is: 'code', required: true, unique: true, width: 160 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, list: 'never' },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never' },
    kind: {
      label: '调整',
      is: 'enum',
      of: adjustKinds,
      tones: { 3: 'info', 4: 'bad', 5: 'good' },
      required: true,
      filter: true,
      width: 100,
    },
    price: { label: '金额', is: 'fen', required: true, total: true },
    from_date: {
      label: '从哪天起',
      is: 'date',
      fixed: true,
      list: false,
      width: 110,
      help: '补差：新的约定从这天起，差额算在这天以后的月份',
    },
    match_id: { label: '核销', is: 'ref', of: 'match', fixed: true, filter: 'more', list: 'never' },
    by_allowance: {
      label: '冲减坏账准备',
      is: 'enum',
      of: yesOrNo,
      fixed: true,
      list: false,
      width: 120,
      help: '按账龄计提的，坏账核销只用已计提的坏账准备，不够的月末补提',
    },
    reason: { label: '原因', is: 'text', max: 200, width: 240 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, unset: '系统', width: 90 },
    created_at: { label: '时间', is: 'datetime', fixed: true, sort: true },
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
