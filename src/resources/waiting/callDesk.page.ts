import { definePage } from '../../core/page.ts'

/** 叫号台: vacant rooms beside the order, worked by keyboard. */
export default definePage({
  name: 'callDesk',
  label: '叫号台',
  path: '/wait/callDesk',
  menu: { order: 71, icon: 'desk' },
  access: null,
  reads: '/api/Waiting/call',
  desk: {
    queue: [
      { label: '项目', left: 'p_id', right: 'p_id' },
      { label: '户型', left: 'shi', right: 'room_type' },
    ],
    left: {
      label: '空置房间',
      resource: 'org',
      where: { state: [1] },
      shows: ['unit_floor', 'region_name', 'floor', 'area'],
      empty: '没有这个户型的空置房间',
    },
    right: {
      label: '轮候次序',
      resource: 'waiting',
      where: { status: [1, 2] },
      sort: ['queue_order', 'asc'],
      shows: [
        'custom_name',
        'rank',
        'priority',
        'qualified_at',
        'declines',
        'doubted',
        'objected',
        'status',
        'org_id',
        'notice',
        'held_until',
      ],
      until: 'held_until',
      empty: '这个队里没有人',
    },
    deeds: [
      { key: 'Enter', on: 'right', action: 'call', with: { org_id: '$org_id' } },
      { key: 't', on: 'right', action: 'tell' },
      { key: 'a', on: 'right', action: 'choose' },
      { key: 'd', on: 'right', action: 'decline' },
      { key: 'n', on: 'right', action: 'decline', label: '爽约', with: { reason: '爽约' } },
      { key: 's', on: 'right', action: 'skip' },
    ],
  },
})
