import type { Column } from '../../core/resource.ts'

/** What a month of a project comes to. */
export const monthFigures = {
  rooms: { label: '房间', is: 'int', unit: '间', fixed: true, width: 90 },
  let: { label: '月末在租', is: 'int', unit: '间', fixed: true, width: 100 },
  begun: { label: '起租', is: 'int', unit: '间', fixed: true, list: false },
  ended: { label: '退出', is: 'int', unit: '间', fixed: true, list: false },
  vacant_days: { label: '空置', is: 'int', unit: '间天', fixed: true, list: false },
  vacancy_rate: { label: '空置率', is: 'int', unit: '%', fixed: true, width: 80 },
  loss: { label: '空置损失', is: 'fen', fixed: true, total: true, list: false },
  due: { label: '本月应收', is: 'fen', fixed: true, total: true },
  paid: { label: '本月实收', is: 'fen', fixed: true, total: true },
  rate: { label: '当期收缴率', is: 'int', unit: '%', fixed: true, width: 105 },
  all_due: { label: '累计应收', is: 'fen', fixed: true, list: false },
  all_paid: { label: '累计实收', is: 'fen', fixed: true, list: false },
  all_rate: { label: '累计收缴率', is: 'int', unit: '%', fixed: true, list: false },
  old_due: { label: '月初陈欠', is: 'fen', fixed: true, list: false },
  old_paid: { label: '收回陈欠', is: 'fen', fixed: true, list: false },
  arrears: { label: '月末欠租', is: 'fen', fixed: true, help: '到月末到期而没有收的房租，坏账仍算' },
  revenue: { label: '租金收入', is: 'fen', fixed: true, total: true, help: '主营业务收入（6001），按期确认的' },
  other: { label: '其他收入', is: 'fen', fixed: true, list: false },
  cost: { label: '成本费用', is: 'fen', fixed: true, total: true, list: false },
  received: {
    label: '收款',
    is: 'fen',
    fixed: true,
    list: false,
    help: '这个月的收入流水，含预收、押金，以及那个月已结账而记在这个月的；不含期初',
  },
  spent: { label: '付款', is: 'fen', fixed: true, list: false },
  deposits: { label: '月末押金', is: 'fen', fixed: true, list: false },
} as const satisfies Record<string, Column>
