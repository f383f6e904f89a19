import { defineResource } from '../../core/resource.ts'
import { monthFigures } from '../../schemas/report/figures.ts'
import { monthReportText } from '../../schemas/report/paper.ts'

/** 运营月报: a project's closed month in figures, kept as they were under the month's seal, whatever changes later. */
export default defineResource({
  name: 'month_report',
  label: '运营月报',
  area: 'bill',
  key: 'report_id',
  title: 'month',
  columns: {
    report_id: { label: '编号', is: 'int', list: 'never' },
    closing_id: { label: '月结', is: 'ref', of: 'closing', required: true, fixed: true, filter: 'more', list: false, width: 100 },
    month: { label: '月份', is: 'code', max: 7, required: true, fixed: true, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', fixed: true, filter: true, width: 180 },
    ...monthFigures,
  },
  sort: ['month', 'desc'],
  chart: {
    label: '各月的收缴率与空置率',
    says: '结了账的月份；几个项目合在一起时，空置率按房间数加权',
    along: 'month',
    rates: [
      { label: '当期收缴率', of: 'paid', per: 'due' },
      { label: '空置率', of: 'vacancy_rate', weight: 'rooms' },
    ],
  },
  prints: { paper: { label: '公租房运营月报', letters: 'YB', paper: 'A4', text: monthReportText } },
  actions: { paper: { label: '打印月报', on: 'rows', can: '/api/month_report/paper', prints: 'paper' } },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  past: false,
  log: false,
  facts: [
    { column: 'vacancy_rate' },
    { column: 'rate' },
    { column: 'all_rate' },
    { column: 'arrears' },
    { column: 'revenue' },
    { column: 'cost' },
  ],
  empty: '还没有月报：结了账的月份，每个项目一份；没有结账的看“本月进度”',
})
