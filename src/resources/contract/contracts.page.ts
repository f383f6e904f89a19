import { definePage } from '../../core/page.ts'

const LIVING = [1, 2, 3, 4, 6]

export default definePage({
  name: 'contract_list',
  label: '合同管理',
  path: '/contract/contract',
  menu: { order: 40, icon: 'contract' },
  access: 'contract_list',
  strips: [
    { label: '租客合同', resource: 'contract', where: { kind: [1], status: LIVING } },
    { label: '整租合同', resource: 'contract', where: { kind: [2], status: LIVING } },
    { label: '历史合同', resource: 'contract', where: { status: [5, 7, 8] } },
    { label: '整租退租', resource: 'surrender', where: { kind: [2] } },
  ],
})
