import { defineResource } from '../../core/resource.ts'
import { ways } from '../../schemas/common.ts'
import { ownAccountKinds, usualWords } from '../../schemas/journal/journal.ts'
import { debitLayouts } from '../../schemas/withhold/layouts.ts'

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
    way: {
      label: '支付方式',
      is: 'enum',
      of: ways,
      default: 3,
      help: '走这个账户的收付款是哪种支付方式',
      filter: 'more',
      width: 90,
    },
    usual: {
      label: '默认账户',
      is: 'enum',
      of: usualWords,
      default: 2,
      help: '登记流水时没有说明账户的，这种支付方式就记这个账户；每种方式至多一个',
      width: 90,
    },
    bank_name: { label: '开户行', max: 100, width: 220 },
    number: { label: '银行账号', is: 'bank', unique: true, width: 170 },
    debit_layout: {
      label: '代扣文件格式',
      is: 'enum',
      of: debitLayouts,
      help: '这个账户的银行收哪种批量代扣文件；设了的账户才能在“建批次”里选',
      list: false,
    },
    merchant_no: { label: '商户号', is: 'code', max: 30, when: { debit_layout: [2, 3] }, required: true, list: false },
    code: {
      label: '科目编码',
      required: true,
      max: 20,
      only: 'add',
      help: '现金在 1001、银行存款在 1002、支付渠道在 1012 之下，例如 1002.02；保存后即有这个科目，以后在“会计科目”里改',
      list: 'never',
    },
    ledger_account_id: { label: '科目', is: 'ref', of: 'ledger_account', fixed: true, width: 260 },
  },
  sort: ['own_account_id', 'asc'],
  form: ['name', 'kind', 'way', 'usual', 'bank_name', 'number', 'debit_layout', 'merchant_no', 'code'],
  // As with accounts of the chart: a balance of a past day is told by today's names.
  past: false,
  calls: { del: false },
  retires: true,
  empty: '还没有登记本单位的账户：登记以后，收付款可以说明走哪个账户，各记各的科目',
})
