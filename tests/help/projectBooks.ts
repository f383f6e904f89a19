import { addInvoice } from './addInvoice.ts'
import { flowOf, type Ground } from './store/ground.ts'
import type { TestServer } from './testServer.ts'

/** A room that is let, what was received for it, and how rows are made: by calls, or by a statement that gives one number. */
interface Making {
  server: TestServer
  ground: Ground
  p_id: number
  org_id: number
  unit_id: number
  flow_id: number
  contract_id: number
  custom_id: number
  /** Takes the keys, by resource. */
  ids: Record<string, number>
  made: (path: string, params: Record<string, unknown>, key: string) => Promise<number>
  one: (text: string) => Promise<number>
}

/** One record of all that a project's books have: bills and what is made of them, accounts and statements, papers, late fees and plans, reports. */
export const addBooks = async ({
  server,
  ground,
  p_id,
  org_id,
  unit_id,
  flow_id,
  contract_id,
  custom_id,
  ids,
  made,
  one,
}: Making): Promise<void> => {
  ids.bill = await made(
    '/api/bill/create',
    {
      ...{ unit_id, org_id, from: 2, from_id: ground.cost, price: 10_001, bill_date: '2026-11-01', payer: 1, payment_ratio: 70, late: 0 },
      ...{ start_date: '2026-11-01', end_date: '2026-11-30', custom_id, custom_name: '租客', contract_id: 0, type: 2 },
    },
    'bill_id',
  )
  ids.billWithhold = ids.bill
  ids.bill_share = await one(`select share_id from bill_share where bill_id = ${ids.bill} and party = 1`)
  ids.bill_line = await one(`select line_id from bill_line where bill_id = ${ids.bill}`)
  ids.recognition = await one(
    `insert into recognition (month, bill_id, share_id, kind, price, p_id) values ('2026-10', ${ids.bill}, ${ids.bill_share}, 2, 1, ${p_id}) returning recognition_id`,
  )
  ids.bill_package = await one(`select share_id from bill_share where bill_id = ${ids.bill} and party = 2`)
  ids.allocation = await one(
    `insert into allocation (flow_id, share_id, price, p_id) values (${flow_id}, ${ids.bill_share}, 1000, ${p_id}) returning allocation_id`,
  )
  const unclaimed = await made('/api/flow/add', { ...flowOf(ground, { custom_name: '来款人', price: 77, org_id }) }, 'flow_id')
  ids.flow_claim = await one(
    `insert into flow_claim (flow_id, kind, custom_id, price, reason) values (${unclaimed}, 1, ${custom_id}, 77, '电话核实') returning claim_id`,
  )
  Object.assign(ids, { open_receipt: flow_id, open_share: ids.bill_share, arrears: ids.bill_share, arrears_share: ids.bill_share })
  ids.reconciliation = await one(
    `insert into own_account (name, kind, code) values ('户${p_id}', 1, '1002.9${p_id}') returning own_account_id`,
  )
  ids.statement = await one(
    `insert into statement (own_account_id, from_day, to_day, lines, known, income, outgo, enters, file_name, sha256, p_id) values (${ids.reconciliation}, '2026-03-01', '2026-03-01', 1, 0, 100, 0, 2, '对账单.csv', '${p_id}', ${p_id}) returning statement_id`,
  )
  ids.statement_line = await one(
    `insert into statement_line (statement_id, own_account_id, day, deal_time, type, price, party, kind, file_row, mark, reason, p_id) values (${ids.statement}, ${ids.reconciliation}, '2020-03-01', 1772300000, 1, 100, '甲', 1, 2, '1', '原因', ${p_id}) returning line_id`,
  )
  // Long ago, so that it is left of every month.
  ids.open_item = ids.statement_line * 4
  ids.close_item = await one(
    `insert into close_item (item, day, resource, record_id, says, price, p_id) values (1, '2020-03-01', 'statement_line', ${ids.statement_line}, '甲', 100, ${p_id}) returning item_id`,
  )
  ids.transfer = await one(
    `insert into transfer (day, kind, from_account_id, price, fee, p_id) values ('2026-02-01', 2, ${ids.reconciliation}, 100, 0, ${p_id}) returning transfer_id`,
  )
  ids.opening = await one(`insert into opening (day, p_id) values ('2026-01-31', ${p_id}) returning opening_id`)
  ids.opening_item = await one(
    `insert into opening_item (opening_id, kind, custom_id, price, p_id) values (${ids.opening}, 3, ${custom_id}, 100, ${p_id}) returning item_id`,
  )
  await one(`update opening set status = 2, booked_at = 1 where opening_id = ${ids.opening} returning opening_id`)
  ids.match = await one(
    `insert into match (kind, payer_name, debtor_name, price, receipts, shares, p_id) values (1, '付', '欠', 1, 1, 1, ${p_id}) returning match_id`,
  )
  await made('/api/flow/receipt', { flow_id }, 'number')
  ids.receipt = await one(`select receipt_id from receipt_line where flow_id = ${flow_id}`)
  ids.receipt_line = await one(`select line_id from receipt_line where flow_id = ${flow_id}`)
  ids.print_copy = await one('select max(copy_id) from print_copy')
  ids.certificate = await one(
    `insert into certificate (number, custom_id, custom_name, from_month, to_month, due, paid, p_id) values ('JN${p_id}', ${custom_id}, '租客', '2026-01', '2026-12', 1, 1, ${p_id}) returning certificate_id`,
  )
  ids.invoice_request = (await addInvoice(server, p_id)).invoice_id
  ids.invoice_line = await one(`select line_id from invoice_line where invoice_id = ${ids.invoice_request}`)
  ids.invoice_title = await made('/api/invoice_title/add', { custom_id, p_id, kind: 2, name: '租客', is_default: 1 }, 'title_id')
  const rent = await one(`with b as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, contract_id, p_id)
      values ('ZDR${p_id}', 1, 1, 100, '2026-11-01', '2026-11-01', '2026-11-30', 1, 100, '租客', ${org_id}, ${contract_id}, ${p_id}) returning bill_id, p_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100, p_id from b returning bill_id`)
  await one(
    `insert into allocation (flow_id, share_id, price, p_id) select ${flow_id}, share_id, 1, p_id from bill_share where bill_id = ${rent} returning 1`,
  )
  ids.ledger = await one(`select line_id from bill_line where bill_id = ${rent}`)
  ids.late_fee = await one(`insert into late_fee (custom_name, bill_id, share_id, party, bill_date, owed, days, total, as_of, p_id)
    select '租客', bill_id, share_id, 1, '2026-11-01', 100, 1, 1, '2026-11-02', ${p_id} from bill_share where bill_id = ${rent} returning late_fee_id`)
  ids.late_fee_bill =
    await one(`insert into late_fee_bill (late_fee_id, share_id, bill_id, fee_bill_id, as_of, price, before, total, cap, rule_version, p_id)
    select late_fee_id, share_id, bill_id, ${ids.bill}, '2026-11-02', 1, 0, 1, 100, 0, ${p_id} from late_fee where late_fee_id = ${ids.late_fee} returning row_id`)
  ids.payment_plan = await one(`with p as (
      insert into payment_plan (custom_name, contract_id, org_id, party, total, count, first_day, status, p_id)
      values ('租客', ${contract_id}, ${org_id}, 1, 100, 1, '2026-12-01', 1, ${p_id}) returning plan_id
    ), t as (insert into plan_part (plan_id, place, due_day, price, p_id) select plan_id, 1, '2026-12-01', 100, ${p_id} from p)
    insert into plan_share (plan_id, bill_id, share_id, owed, is_open, p_id)
    select plan_id, s.bill_id, s.share_id, 100, 1, ${p_id} from p, bill_share s where s.bill_id = ${rent} returning plan_id`)
  ids.plan_contract = await one(`select plan_contract_id from plan_contract_view where plan_id = ${ids.payment_plan}`)
  ids.plan_part = await one(`select part_id from plan_part where plan_id = ${ids.payment_plan}`)
  ids.plan_share = await one(`select plan_share_id from plan_share where plan_id = ${ids.payment_plan}`)
  ids.journal_line = await one(`select max(line_id) from journal_line where bill_id = ${ids.bill}`)
  ids.cash_day = await one(`select min(cash_day_id) from cash_day_view where p_id = ${p_id}`)
  ids.cash_sign = await one(
    `insert into cash_sign (day, entries, income, outgo, p_id) values ('2026-03-01', 1, 1, 0, ${p_id}) returning sign_id`,
  )
  ids.ageing = p_id
  ids.collection = await one(`select min(collection_id) from collection_view where p_id = ${p_id}`)
  ids.vacancy = await one(`select max(vacancy_id) from vacancy_view where p_id = ${p_id}`)
  ids.month_now = await one(`select max(month_now_id) from month_now_view where p_id = ${p_id}`)
  ids.month_report = await one(
    `insert into month_report (closing_id, month, p_id) select max(closing_id), max(month), ${p_id} from closing returning report_id`,
  )
  ids.profit = await one(`select min(profit_id) from profit_view where p_id = ${p_id}`)
  ids.month_sum = await one(`select max(sum_id) from month_sum_view where p_id = ${p_id}`)
  ids.trial = await one(`select min(trial_id) from trial_view where p_id = ${p_id}`)
  await one(
    `insert into book_check (check_id, label, state, wrong, checked_at) values (1, '试', 2, 1, 1) on conflict do nothing returning 1`,
  )
  ids.book_finding = await one(
    `insert into book_finding (check_id, resource, record_id, p_id) values (1, 'bill', ${ids.bill}, ${p_id}) returning finding_id`,
  )
}
