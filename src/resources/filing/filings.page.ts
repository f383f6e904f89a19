import { definePage } from '../../core/page.ts'
import { codeOf } from '../../core/states.ts'
import filing from './filing.ts'

export default definePage({
  name: 'filing_list',
  label: '备案台账',
  path: '/contract/filingList',
  menu: { order: 41, icon: 'filing' },
  access: 'contract_list',
  strips: [
    { label: '待备案', resource: 'filing', where: { status: [codeOf(filing, 'toFile')] } },
    { label: '逾期未备案', resource: 'filing', where: { status: [codeOf(filing, 'overdue')] }, empty: '没有逾期未备案的合同' },
    { label: '已备案', resource: 'filing', where: { status: [codeOf(filing, 'filed')] }, empty: '还没有登记过备案' },
    { label: '不须备案', resource: 'filing', where: { status: [codeOf(filing, 'waived')] }, empty: '没有不须备案的合同' },
    { label: '导入批次', resource: 'filing_batch' },
  ],
})
