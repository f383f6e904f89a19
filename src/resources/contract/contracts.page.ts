import { definePage } from '../../core/page.ts'
import { codesOf } from '../../core/states.ts'
import contract from './contract.ts'

const open = codesOf(contract, 'open')

export default definePage({
  name: 'contract_list',
  label: '合同管理',
  path: '/contract/contract',
  menu: { order: 40, icon: 'contract' },
  access: 'contract_list',
  strips: [
    { label: '租客合同', resource: 'contract', where: { kind: [1], status: open } },
    { label: '整租合同', resource: 'contract', where: { kind: [2], status: open } },
    { label: '历史合同', resource: 'contract', where: { status: codesOf(contract, 'closed') } },
    { label: '整租退租', resource: 'surrender', where: { kind: [2] } },
    { label: '租客退租', resource: 'surrender', where: { kind: [1] } },
    { label: '超期占用', resource: 'holdover' },
    { label: '年审', resource: 'review' },
    { label: '整租协议', resource: 'lease' },
    { label: '入住名单', resource: 'occupant' },
  ],
})
