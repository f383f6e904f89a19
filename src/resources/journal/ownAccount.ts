import { defineResource } from '../../core/resource.ts'
import { ownAccountKinds } from '../../schemas/journal/journal.ts'

/** 本单位账户: where the operator's money is (domain.md, flow). Each has an account of the chart of its own, which comes with it. */
export default defineResource({
  name: 'own_account',
  label: '本单位账户',
  area: 'bill',
  key: 'own_account_id',
  title: 'name',
  columns: {
    own_account_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '名称', required: true, max: 40, unique: true, width: 200 },
    kind: { label: '用途', is: 'enum', of: ownAccountKinds, required: true, filter: true, width: 110 },
    bank_name: { label: '开户行', max: 100, width: 220 },
    number: { label: '银行账号', is: 'bank', unique: true, width: 170 },
    code: {
      label: '科目编码',
      required: true,
      max: 20,
      only: 'add',
      help: '现金在 1001、银行存款在 1002 之下，例如 1002.02；保存后即有这个科目，以后在“会计科目”里改',
      list: 'never',
    },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', fixed: true, width: 260 },
  },
  sort: ['own_account_id', 'asc'],
  form: ['name', 'kind', 'bank_name', 'number', 'code'],
  calls: { del: false },
  retires: true,
  empty: '还没有登记本单位的账户：登记以后，收付款可以说明走哪个账户，各记各的科目',
})
