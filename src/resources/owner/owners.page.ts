import { definePage } from '../../core/page.ts'

export default definePage({
  name: 'ownerList',
  label: '业主列表',
  path: '/owner/ownerList',
  menu: { order: 115, icon: 'owner' },
  access: 'lessee',
  strips: [
    { label: '业主', resource: 'owner' },
    { label: '房产', resource: 'owner_house' },
    { label: '委托协议', resource: 'entrust_agreement' },
    { label: '业主结算单', resource: 'owner_settlement' },
    { label: '代收租金', resource: 'owner_rent' },
  ],
})
