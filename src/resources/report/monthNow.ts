import { defineResource } from '../../core/resource.ts'
import { monthFigures } from '../../schemas/report/figures.ts'

/** 本月进度: what the report of the two newest open months would say if they were closed now. Nothing of it is stored. */
export default defineResource({
  name: 'month_now',
  label: '本月进度',
  area: 'bill',
  key: 'month_now_id',
  title: 'month',
  columns: {
    month_now_id: { label: '编号', is: 'int', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, filter: true, sort: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 180 },
    ...monthFigures,
  },
  sort: ['month', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'month_now_view',
  stored: false,
  reckoned: true,
  past: false,
  empty: '没有未结账的月份',
})
