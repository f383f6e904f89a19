import { definePage } from '../../core/page.ts'

/** 核销台: money that is not used beside what it may be for, worked by keyboard. */
export default definePage({
  name: 'matchDesk',
  label: '核销台',
  path: '/bill/matchDesk',
  menu: { group: '财务管理', order: 53, icon: 'matching' },
  access: 'flow',
  reads: '/api/open_receipt/match',
  desk: {
    left: {
      label: '未核销收款',
      resource: 'open_receipt',
      shows: ['custom_name', 'unused', 'deal_time', 'way', 'note'],
      tells: ['custom_name', 'note'],
      marks: 'unused',
    },
    right: {
      label: '应收',
      resource: 'open_share',
      shows: ['sn', 'debtor_name', 'item', 'owed', 'bill_date', 'start_date', 'org_id'],
      tells: ['debtor_name', 'item', 'org_id'],
      marks: 'owed',
      offers: { call: '/api/open_receipt/offers', by: 'of_share', why: { resource: 'match', column: 'why' } },
    },
    deeds: [{ key: 'Enter', on: 'left', action: 'match', with: { shares: '$share_id' }, atOnce: true }],
    undo: { key: 'u', resource: 'match', action: 'undo' },
  },
})
