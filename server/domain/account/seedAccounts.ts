import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { ConfigError } from '../../config.ts'
import type { Database, Queryable, Tx } from '../../store/connection/database.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { hashPassword } from './passwords.ts'

/** An account made at the first start, with the password that is printed once and never again. */
export interface FirstAccount {
  userName: string
  role: string
  password: string
}

const ACCESS = [
  'workbench',
  'build',
  'contract_list',
  'finance',
  'bill_list',
  'flow',
  'audit',
  'reserve',
  'lessee',
  'action',
  'meter',
  'setting',
  'setting_build',
  'setting_project',
  'setting_template',
  'setting_admin',
  'setting_audit',
  'setting_push',
  'setting_check',
  'setting_lessee',
  'setting_screen',
]

const roomExports = ['/api/org/export_list', '/api/project/exportSummaryOfRoomState']
const upload = ['/api/upload/index', '/api/upload/del']
/** The reading calls that the resources have: not every one has a list, a detail and a file. */
const reads = (...names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const { index, detail, export: file } = resourceNamed(name).calls
    return [index, detail, file].filter((path) => path !== null)
  })
const deeds = (name: string, ...calls: readonly string[]): string[] => calls.map((call) => `/api/${name}/${call}`)

/** The statistics, and the rows behind them that are no list of their own. */
const STATISTICS = ['/api/statistics/housing', '/api/statistics/member', ...reads('occupancy')]

/** What both sample roles read: who lives where, on what terms, what they owe and have paid. */
const TENANCY = [
  '/api/org/list',
  '/api/org/detail',
  ...reads(
    'unit',
    'contract',
    'contract_fee',
    'contract_rent',
    'contract_split',
    'lessee',
    'surrender',
    'settle_line',
    'bill',
    'bill_share',
    'bill_line',
    'bill_adjust',
    'dunning',
    'demand',
    'arrears',
    'arrears_share',
    'late_fee',
    'late_fee_bill',
    'payment_plan',
    'plan_contract',
    'plan_part',
    'plan_share',
    'allocation',
    'flow',
  ),
  ...reads('lease', 'occupant', 'holdover', 'review', 'filing', 'filing_batch'),
  ...reads('deposit', 'deposit_entry', 'ledger', 'meter', 'meter_due'),
  ...reads('owner', 'owner_house', 'entrust_agreement'),
]
/** The screens on which that stands. */
const TENANCY_ACCESS = ['workbench', 'build', 'contract_list', 'finance', 'bill_list', 'flow', 'meter', 'audit', 'lessee', 'setting']

/** The roles that an operator begins with: who sees what, and may do what. */
const ROLES = [
  { name: '管理员', userName: 'admin', person: '系统管理员', permission: ['*'], access: ACCESS },
  {
    name: '管家',
    userName: 'guanjia',
    person: '周敏',
    permission: [
      ...TENANCY,
      '/api/unit/add',
      ...deeds('org', 'edit', 'repair', 'enable', 'import'),
      ...reads('qualification', 'member', 'kin', 'material', 'reserve', 'clue', 'entrust'),
      ...deeds('application_draft', 'index'),
      ...deeds('tenant_phone', 'index'),
      '/api/contract/send_repair',
      ...deeds('qualification', 'add', 'edit', 'queue', 'import', 'return', 'resubmit'),
      ...deeds('material', 'hand', 'defer', 'refuse'),
      ...deeds('member', 'add', 'edit', 'del'),
      ...deeds('kin', 'add', 'edit', 'del'),
      ...reads('comparison', 'doubt', 'home_visit'),
      ...deeds('doubt', 'send', 'uphold', 'dismiss'),
      ...deeds('home_visit', 'add', 'finish', 'resend', 'cancel'),
      ...deeds('comparison', 'compare', 'roster'),
      ...deeds('Waiting', 'index', 'detail', 'detail_history', 'call'),
      '/api/waiting/export',
      '/api/waiting_event/export',
      '/api/workbench/index',
      ...STATISTICS,
      ...deeds('reserve', 'add', 'confirm', 'move', 'done', 'missed', 'cancel'),
      ...deeds('meter', 'add', 'import', 'correct'),
      ...deeds('meter_due', 'sheet'),
      ...deeds('bill', 'remind', 'letter', 'plan'),
      ...deeds('demand', 'print'),
      ...deeds('payment_plan', 'agreement'),
      ...deeds('clue', 'add', 'edit', 'follow', 'won', 'lost'),
      ...deeds('entrust', 'add', 'edit', 'take', 'sign', 'cancel'),
      ...deeds('lessee', 'add', 'edit', 'import', 'merge', 'agree', 'revoke', 'fund'),
      ...reads('repair', 'inspect', 'violation', 'print_copy'),
      ...deeds('repair', 'add', 'import', 'dispatch', 'appoint', 'reassign', 'finish', 'review', 'rework', 'cancel', 'sheet', 'reveal'),
      ...deeds('inspect', 'add', 'import', 'generate', 'reassign', 'pass', 'fail', 'handle', 'cancel'),
      ...deeds('violation', 'add', 'import', 'verify', 'demand', 'correct', 'charge', 'close', 'notice', 'dismiss'),
      ...deeds('company', 'add', 'edit', 'import', 'merge'),
      ...deeds('org', 'price', 'deed'),
      ...reads('certificate', 'receipt', 'receipt_line'),
      ...deeds('lessee', 'certificate', 'certificate_of'),
      ...deeds('certificate', 'print'),
      ...deeds('Waiting', 'tell', 'choose', 'decline', 'skip', 'reclass', 'renumber'),
      ...reads('publication', 'publication_row', 'objection', 'lottery', 'lottery_row', 'lottery_round'),
      ...deeds('publication', 'add', 'publish', 'extend', 'list', 'text', 'check', 'retract', 'withdraw'),
      ...deeds('objection', 'add', 'uphold', 'reject'),
      ...deeds(
        'lottery',
        'add',
        'freeze',
        'round',
        'commit',
        'reveal',
        'enter',
        'agreeRound',
        'publish',
        'notice',
        'script',
        'result',
        'pool',
        'cancel',
      ),
      ...deeds('lottery_round', 'add', 'withdraw', 'text'),
      ...deeds('contract', 'add', 'revise', 'submit', 'offline', 'manual_sign', 'keys', 'renew', 'amend', 'fees', 'move', 'heir', 'void'),
      ...deeds('lease', 'add', 'rooms', 'submit', 'sign', 'keys', 'renew', 'void'),
      ...deeds('lease', 'manual_sign', 'send_sms', 'qr_sign', 'paper', 'signed_paper'),
      ...deeds('occupant', 'add', 'import', 'admit', 'turnAway', 'swap', 'leave'),
      ...deeds('review', 'generate', 'declare', 'pass', 'fail', 'drop'),
      ...deeds('holdover', 'notice', 'suit', 'letter'),
      ...deeds('filing', 'file', 'retract', 'waive', 'form', 'list', 'numbers', 'backfill'),
      ...deeds('contract', 'send_sms', 'qr_sign', 'paper', 'signed_paper'),
      ...deeds('link', 'index'),
      ...deeds('surrender', 'add', 'handover', 'reckon', 'settle', 'stay', 'list', 'sheet'),
      ...deeds('owner', 'add', 'edit', 'import', 'retire', 'restore', 'merge'),
      ...deeds('owner_house', 'add', 'edit', 'end', 'restore', 'import'),
      ...deeds('entrust_agreement', 'add', 'edit', 'del', 'enforce', 'terminate'),
      ...roomExports,
      ...upload,
    ],
    access: [...TENANCY_ACCESS, 'reserve'],
  },
  {
    name: '财务',
    userName: 'caiwu',
    person: '沈国华',
    permission: [
      ...TENANCY,
      ...reads('billWithhold', 'withhold', 'withhold_file', 'withhold_line', 'audit', 'print_copy'),
      ...deeds('withhold', 'batch', 'pick', 'file', 'result', 'retry', 'arrive', 'void'),
      ...deeds('withhold_line', 'drop', 'bounce', 'reveal'),
      ...deeds('lessee', 'agree', 'revoke', 'fund'),
      ...deeds('flow', 'add', 'receipt', 'one_receipt', 'reverse', 'refund', 'claim', 'unclaim', 'turn_out'),
      ...reads('receipt', 'receipt_line', 'invoice_title', 'invoice_request', 'invoice_line', 'certificate'),
      ...deeds('lessee', 'certificate', 'certificate_of'),
      ...deeds('certificate', 'print'),
      ...deeds('bill', 'invoice'),
      ...deeds('flow', 'invoice'),
      ...deeds('invoice_request', 'file', 'result', 'enter', 'fail', 'retry', 'withdraw', 'red', 'sheet'),
      ...deeds('invoice_title', 'add', 'edit', 'del', 'import', 'reveal'),
      ...deeds('org', 'deed'),
      ...deeds('receipt', 'print', 'void'),
      ...deeds('meter', 'add', 'import', 'correct', 'withdraw'),
      ...deeds('meter_due', 'sheet'),
      ...deeds('bill', 'import', 'void', 'reduce', 'restore', 'write_off', 'recover', 'change_payer'),
      ...deeds('bill', 'remind', 'letter', 'late_fee', 'plan'),
      ...deeds('demand', 'print'),
      ...deeds('payment_plan', 'enforce', 'cancel', 'agreement'),
      ...deeds('late_fee', 'charge'),
      ...reads('flow_claim', 'match', 'match_run', 'open_receipt', 'open_share'),
      ...deeds('match', 'undo'),
      ...deeds('match_run', 'start', 'undo'),
      ...deeds('open_receipt', 'match'),
      ...reads('trial', 'journal_line', 'ledger_account', 'own_account', 'posting_rule', 'book_check', 'book_finding'),
      ...reads('statement', 'statement_line', 'statement_form', 'transfer', 'reconciliation', 'open_item'),
      ...deeds('statement', 'read', 'undo'),
      ...deeds('statement_line', 'enter', 'tick', 'transfer', 'refund', 'aside', 'undo', 'match', 'reveal'),
      ...deeds('statement_form', 'edit', 'del'),
      ...deeds('transfer', 'add', 'undo'),
      ...reads('opening', 'opening_item', 'owner_settlement', 'owner_settle_line', 'owner_rent'),
      ...deeds('owner_settlement', 'start', 'check', 'pay', 'paper', 'treasury', 'void'),
      ...deeds('opening', 'add', 'edit', 'del', 'book', 'undo'),
      ...deeds('opening_item', 'add', 'edit', 'del', 'import'),
      ...deeds('ledger_account', 'edit'),
      ...deeds('own_account', 'add', 'edit', 'retire', 'restore', 'reveal'),
      ...deeds('book_check', 'run'),
      ...deeds('close_item', 'run'),
      ...reads('closing', 'closing_day', 'recognition', 'close_item', 'month_sum', 'allowance', 'allowance_share', 'year_close'),
      ...deeds('closing', 'close', 'reopen', 'agree', 'refuse', 'vouchers'),
      ...deeds('recognition', 'start'),
      ...reads('collection', 'profit', 'cash_day', 'cash_sign', 'month_report', 'month_now', 'vacancy', 'ageing'),
      ...reads('vat', 'bill_vat', 'vat_due', 'vat_month', 'vat_line', 'input_tax_out'),
      ...deeds('input_tax_out', 'undo'),
      ...deeds('month_report', 'paper'),
      ...deeds('cash_day', 'sign'),
      '/api/company/billPackageList',
      '/api/bill_package/export',
      '/api/workbench/index',
      ...STATISTICS,
      ...roomExports,
      ...upload,
    ],
    access: TENANCY_ACCESS,
  },
] as const

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Letters and digits that cannot be mistaken for one another when read off a terminal. */
const newPassword = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const picked = [...randomBytes(12)].map((byte) => letters[byte % letters.length]).join('')
  return /\d/.test(picked) && /[a-z]/.test(picked) ? picked : newPassword()
}

type Role = (typeof ROLES)[number]
/** An account to be made, and the hash of its password, which is made before any connection is held. */
interface Wanted {
  role: Role
  password: string
  hash: string
}

const wantedAccount = async (role: Role, adminPassword: string | null): Promise<Wanted> => {
  const password = adminPassword ?? newPassword()
  if (await isCommonPassword(md5(password), role.userName))
    throw new ConfigError('ADMIN_PASSWORD 很多人在用，或由账号名而来，容易被猜中：请换一个')
  return { role, password, hash: await hashPassword(md5(password)) }
}

const isEmpty = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql<{ is_empty: boolean }>`select not exists (select from account) as is_empty`.execute(db)
  return rows[0]?.is_empty === true
}

const addRole = async (tx: Tx, { name, permission, access }: Role): Promise<void> => {
  await sql`insert into role (name, permission, access) values (${name}, ${[...permission]}::text[], ${[...access]}::text[])`.execute(tx)
}

const addAccount = async (tx: Tx, { role, hash }: Wanted): Promise<void> => {
  await sql`
    insert into account (user_name, name, password, role_id)
    select ${role.userName}, ${role.person}, ${hash}, role_id from role where name = ${role.name}
  `.execute(tx)
}

/**
 * Makes the three roles on an empty store, with the sample an account each and without it the administrator's alone, and gives their
 * passwords; gives none where accounts are there. Throws ConfigError where the password given for them is among the first that anyone would try.
 */
export const seedAccounts = async (db: Database, adminPassword: string | null, withSample: boolean): Promise<FirstAccount[]> => {
  if (!(await isEmpty(db))) return []
  const wanted: Wanted[] = []
  for (const role of ROLES) if (withSample || role.userName === 'admin') wanted.push(await wantedAccount(role, adminPassword))
  return db.transaction().execute(async (tx) => {
    // Another node may be filling an empty store, which takes longer than a call may.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table account in exclusive mode`.execute(tx)
    if (!(await isEmpty(tx))) return []
    for (const role of ROLES) await addRole(tx, role)
    for (const one of wanted) await addAccount(tx, one)
    return wanted.map(({ role: { userName, name }, password }) => ({ userName, role: name, password }))
  })
}
