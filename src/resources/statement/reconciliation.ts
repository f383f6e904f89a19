import { defineResource } from '../../core/resource.ts'
import { ownAccountKinds } from '../../schemas/journal/journal.ts'
import { openKinds } from '../../schemas/statement/statement.ts'

/** 银行存款余额调节表 as of a day: each account by the bank and by the books, both brought to what they would be if each knew what the other knows. */
export default defineResource({
  name: 'reconciliation',
  label: '余额调节表',
  key: 'own_account_id',
  columns: {
    own_account_id: { label: '编号', is: 'int', list: 'never' },
    account_id: { label: '账户', is: 'ref', of: 'own_account', filter: true, width: 180 },
    kind: { label: '用途', is: 'enum', of: ownAccountKinds, filter: true, list: false, width: 90 },
    start: { label: '对账起日', is: 'date', list: false },
    bank: { label: '对账单余额', is: 'fen' },
    not_in_bank: { label: '加：企收银未收', is: 'fen', help: openKinds[3], width: 145 },
    not_out_of_bank: { label: '减：企付银未付', is: 'fen', help: openKinds[4], width: 145 },
    bank_adjusted: { label: '银行调节后', is: 'fen' },
    books: { label: '账面余额', is: 'fen' },
    not_in_books: { label: '加：银收企未收', is: 'fen', help: openKinds[1], width: 145 },
    not_out_of_books: { label: '减：银付企未付', is: 'fen', help: openKinds[2], width: 145 },
    books_adjusted: { label: '账面调节后', is: 'fen' },
    begun: {
      label: '建账时相差',
      is: 'fen',
      help: '第一份对账单的期初余额减去当时的账面余额：账户的期初没有入账，就有这个差',
      list: false,
    },
    difference: { label: '不符', is: 'fen', help: '两边调节后的差，减去建账时的差；不为零说明缺对账单' },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never', export: false },
  },
  sort: ['own_account_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'reconciliation_view',
  stored: false,
  reckoned: true,
  past: 'booked',
  empty: '还没有导入过对账单',
})
