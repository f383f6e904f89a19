import { defineResource } from '../../core/resource.ts'
import { headings } from '../../schemas/statement/statement.ts'

const heading = (name: keyof typeof headings) => ({ label: headings[name], max: 60, width: 110 })

/** 对账单格式: which column of an account's files says what, as somebody told once. */
export default defineResource({
  name: 'statement_form',
  label: '对账单格式',
  area: 'bill',
  key: 'form_id',
  columns: {
    form_id: { label: '编号', is: 'int', list: 'never' },
    own_account_id: { label: '账户', is: 'ref', of: 'own_account', required: true, fixed: true, filter: true, width: 180 },
    day: heading('day'),
    time: heading('time'),
    income: heading('income'),
    outgo: heading('outgo'),
    amount: heading('amount'),
    way: heading('way'),
    balance: heading('balance'),
    party: heading('party'),
    account: heading('account'),
    note: heading('note'),
    serial: heading('serial'),
    created_at: { label: '记住的时间', is: 'datetime', fixed: true, sort: true, width: 150 },
  },
  sort: ['created_at', 'desc'],
  form: ['day', 'time', 'income', 'outgo', 'amount', 'way', 'balance', 'party', 'account', 'note', 'serial'],
  calls: { add: false },
  empty: '常见的表头不用设置；认不出的，在“导入对账单”里填一次列名，就记在这里',
})
