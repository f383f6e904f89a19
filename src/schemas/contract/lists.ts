import { signingLists } from './signingLists.ts'

/** What is seen of a contract beneath it: money first, then what followed, who lives there, what happened in the room. */
export const contractLists = [
  {
    label: '未付账单',
    resource: 'bill',
    by: 'contract_id',
    where: { state: [1, 2, 4] },
    sort: ['bill_date', 'asc'],
    shows: ['sn', 'item', 'bill_date', 'price', 'owed', 'days_late', 'state'],
  },
  {
    label: '账单',
    resource: 'bill',
    by: 'contract_id',
    shows: ['sn', 'item', 'bill_date', 'start_date', 'end_date', 'price', 'paid', 'state'],
  },
  {
    label: '还款计划',
    resource: 'plan_contract',
    by: 'contract_id',
    shows: ['plan_id', 'status', 'left', 'rest', 'next_due', 'late_owed'],
  },
  { label: '催缴', resource: 'dunning', by: 'contract_id', shows: ['day', 'bill_id', 'stage', 'way', 'owed', 'said', 'promise_on'] },
  { label: '押金收退', resource: 'deposit_entry', by: 'contract_id', shows: ['day', 'kind', 'price', 'flow_id', 'bill_id', 'other_id'] },
  { label: '租金变更', resource: 'contract_rent', by: 'contract_id' },
  { label: '违约金约定', resource: 'contract_fee', by: 'contract_id' },
  { label: '承担约定', resource: 'contract_split', by: 'contract_id' },
  { label: '家庭成员', resource: 'member', by: 'apply_id', from: 'apply_id', shows: ['name', 'relation', 'card'] },
  { label: '家人', resource: 'kin', by: 'custom_id', from: 'custom_id', shows: ['name', 'relation', 'card'] },
  { label: '续签与换房', resource: 'contract', by: 'former_id', shows: ['sn', 'org_id', 'start_date', 'end_date', 'rent', 'status'] },
  ...signingLists('contract'),
  { label: '备案', resource: 'filing', by: 'contract_id', shows: ['status', 'due_on', 'filing_no', 'filed_on'] },
  { label: '退租', resource: 'surrender', by: 'contract_id' },
  { label: '超期占用', resource: 'holdover', by: 'contract_id', shows: ['since', 'moving_until', 'deadline', 'status'] },
  { label: '年审', resource: 'review', by: 'contract_id', shows: ['number', 'batch', 'due_on', 'status', 'verdict', 'outcome'] },
  { label: '入住名单', resource: 'occupant', by: 'contract_id', shows: ['custom_id', 'from_date', 'to_date', 'status'] },
  { label: '报修', resource: 'repair', by: 'contract_id', shows: ['number', 'urgency', 'description', 'created_at', 'status'] },
  { label: '违规', resource: 'violation', by: 'contract_id', shows: ['number', 'kind', 'found_on', 'deadline', 'status'] },
  { label: '审批', resource: 'audit', by: 'contract_id' },
] as const

/** What is read of a contract first. */
export const contractFacts = [
  { column: 'owed', tone: 'bad', over: 0 },
  { column: 'days_late', tone: 'bad', over: 0 },
  { column: 'next_due' },
  { column: 'custom_name' },
  { column: 'org_id' },
  { column: 'rent' },
  { column: 'end_date' },
  { column: 'bearing' },
  { column: 'tenancy' },
  { column: 'cap_day' },
  { column: 'keys_on' },
] as const
