import { sql } from 'kysely'
import { addBooks } from './projectBooks.ts'
import { addPublicity } from './publicity.ts'
import { addRow, addTenant, cardOf, flat, flowOf, type Ground, tokenOf } from './store/ground.ts'
import type { TestServer } from './testServer.ts'

/** Gives the key of a row of everything that belongs to a project, made in one of `fillGround`'s, by calls where there are any; by resource. */
export const fillProject = async (
  server: TestServer,
  ground: Ground,
  p_id: number,
  region_name: string,
): Promise<Record<string, number>> => {
  const admin = await tokenOf(server)
  const ids: Record<string, number> = {}
  const house = await server.call('/api/org/add', flat(ground, { p_id, region_name }), admin)
  const org_id = house.data.org_id[0]
  const flow = await server.call('/api/flow/add', flowOf(ground, { org_id }), admin)
  const company = { name: `企业${p_id}`, code: `9131011550000${p_id}`, contact: '王', phone: '13812345678' }
  const company_id = await addRow(server, 'company', company)
  const tenant = await addTenant(server, { card: cardOf(p_id), p_id, company_id, withhold: 1 })
  const made = await sql<{ contract_id: number; custom_id: number; community_id: number }>`
    insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
    values (${`HT${p_id}`}, ${org_id}, ${tenant}, ${p_id}, '2026-01-01', '2027-12-31', 100, 100, 4)
    returning contract_id, custom_id, (select community_id from org where org_id = ${org_id}::integer) as community_id
  `.execute(server.db)
  const row = made.rows[0]
  Object.assign(ids, { project: p_id, org: org_id, unit: house.data.unit_id, flow: flow.data.flow_id })
  const logged = await sql<{ log_id: number }>`select max(log_id) as log_id from operation_log where p_id = ${p_id}`.execute(server.db)
  Object.assign(ids, {
    operation_log: logged.rows[0]?.log_id,
    contract: row?.contract_id,
    occupancy: (row?.contract_id ?? 0) * 3,
    lessee: row?.custom_id,
    community: row?.community_id,
  })
  await addRecords(
    server,
    ground,
    p_id,
    { org_id, unit_id: house.data.unit_id, flow_id: flow.data.flow_id, ...(row as object) } as Named,
    ids,
  )
  return ids
}

interface Named {
  org_id: number
  unit_id: number
  flow_id: number
  contract_id: number
  custom_id: number
}

/** One record of everything that belongs to a project, by calls where there are any. */
const addRecords = async (
  server: TestServer,
  ground: Ground,
  p_id: number,
  { org_id, unit_id, flow_id, contract_id, custom_id }: Named,
  ids: Record<string, number>,
): Promise<void> => {
  const admin = await tokenOf(server)
  const card = '310101199003070019'
  const phone = '13812345678'
  const made = async (path: string, params: Record<string, unknown>, key: string): Promise<number> => {
    const answer = await server.call(path, params, admin)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data[key]
  }
  const one = async (text: string): Promise<number> =>
    Object.values((await sql.raw<Record<string, number>>(text).execute(server.db)).rows[0] ?? {})[0] ?? 0
  const wanted = { nature: 1, priority: 2, room_type: 1, family_size: 2, income: 500_000, housing_area: 10 }
  ids.qualification = await made('/api/qualification/add', { custom_name: '申请人', card, phone, p_id, ...wanted }, 'apply_id')
  ids.member = await made(
    '/api/member/add',
    { apply_id: ids.qualification, name: '家人', relation: 1, card: '11010519491231002X' },
    'member_id',
  )
  ids.kin = await made('/api/kin/add', { custom_id, name: '家人', relation: 3, card }, 'kin_id')
  // Whoever enters an application does not pass it.
  await one(`update qualification set created_by = null where apply_id = ${ids.qualification} returning 1`)
  await made('/api/qualification/pass', { apply_id: ids.qualification, exception: '同一身份证' }, 'count')
  await one(`insert into material (apply_id, name, need, p_id) values (${ids.qualification}, '收入证明', 2, ${p_id}) returning 1`)
  ids.application_draft = await one(
    `insert into application_draft (phone, "phone$sealed", "phone$hash", keep_until, p_id) select phone, "phone$sealed", "phone$hash", '2099-01-01', ${p_id} from qualification where apply_id = ${ids.qualification} returning draft_id`,
  )
  ids.tenant_phone = await one(
    `insert into tenant_phone (phone, "phone$sealed", "phone$hash", keep_until, p_id) select phone, "phone$sealed", "phone$hash", '2099-01-01', ${p_id} from qualification where apply_id = ${ids.qualification} returning phone_id`,
  )
  ids.material = await one(`select material_id from material where apply_id = ${ids.qualification}`)
  ids.waiting = await made('/api/qualification/queue', { apply_id: ids.qualification }, 'wait_id')
  ids.reserve = await made(
    '/api/reserve/add',
    { org_id, custom_name: '看房人', phone, start_time: 1_790_000_000, end_time: 1_790_001_800 },
    'reserve_id',
  )
  ids.waiting_event = await one(`select event_id from waiting_event where wait_id = ${ids.waiting}`)
  await one(`update org set simple = '[{"simple_id": ${ground.simple}, "price": 345}]' where org_id = ${org_id} returning 1`)
  ids.meter = await made('/api/meter/add', { org_id, simple_id: ground.simple, read_date: '2025-11-01', current: 12.5 }, 'meter_id')
  // The first meter of the room.
  ids.meter_due = org_id * 20
  await addBooks({ server, ground, p_id, org_id, unit_id, flow_id, contract_id, custom_id, ids, made, one })
  ids.surrender =
    await one(`insert into surrender (contract_id, custom_name, kind, org_id, ground, planned_date, deposit, arrears, damages, refund, status, p_id)
    values (${contract_id}, '租客', 1, ${org_id}, 1, '2026-12-01', 100, 0, 0, 100, 1, ${p_id}) returning surrender_id`)
  ids.lease = await one(
    `insert into lease (sn, company_id, p_id, start_date, end_date) select 'ZZ${p_id}', company_id, ${p_id}, '2026-01-01', '2027-12-31' from lessee where custom_id = ${custom_id} returning lease_id`,
  )
  ids.occupant = await one(
    `insert into occupant (custom_id, contract_id, lease_id, org_id, from_date, p_id) values (${custom_id}, ${contract_id}, ${ids.lease}, ${org_id}, '2026-01-01', ${p_id}) returning occupant_id`,
  )
  ids.holdover = await one(
    `insert into holdover (custom_name, contract_id, org_id, since, moving_until, p_id) values ('租客', ${contract_id}, ${org_id}, '2026-01-01', '2026-01-31', ${p_id}) returning holdover_id`,
  )
  ids.filing_batch = await one(
    `insert into filing_batch (file_name, sha256, lines, filed, known, returned, p_id) values ('备案结果.txt', repeat('c', 64), 1, 1, 0, 0, ${p_id}) returning batch_id`,
  )
  ids.filing = await one(
    `insert into filing (contract_id, custom_name, org_id, signed_on, due_on, p_id) values (${contract_id}, '租客', ${org_id}, '2026-01-01', '2026-01-31', ${p_id}) returning filing_id`,
  )
  ids.review = await one(
    `insert into review (batch, custom_name, custom_id, contract_id, org_id, due_on, p_id) values ('年审', '租客', ${custom_id}, ${contract_id}, ${org_id}, '2026-01-01', ${p_id}) returning review_id`,
  )
  ids.comparison = await one(
    `insert into comparison (bureau, as_of, file_name, sha256, lines, matched, doubts, p_id) values (1, '2026-11-01', '社保.txt', '${p_id}', 1, 1, 1, ${p_id}) returning comparison_id`,
  )
  ids.doubt = await one(
    `insert into doubt (apply_id, person, bureau, rule, declared, found, comparison_id, mark, reason, p_id) values (${ids.qualification}, '申请人', 1, 1, '申报', '文件', ${ids.comparison}, '1', '理由', ${p_id}) returning doubt_id`,
  )
  ids.home_visit = await one(
    `insert into home_visit (apply_id, visitor, planned_date, address, visited_on, met, result, reason, p_id) values (${ids.qualification}, 1, '2026-11-20', '家里', '2026-11-20', '本人', '属实', '不去', ${p_id}) returning visit_id`,
  )
  ids.settle_line = await one(
    `insert into settle_line (surrender_id, kind, words, price, p_id) values (${ids.surrender}, 1, '押金', 100, ${p_id}) returning line_id`,
  )
  ids.contract_rent = await one(
    `insert into contract_rent (contract_id, from_date, rent, p_id) values (${contract_id}, '2026-01-01', 100, ${p_id}) returning step_id`,
  )
  ids.contract_fee = await one(
    `insert into contract_fee (contract_id, from_date, fee_way, p_id) values (${contract_id}, '2026-01-01', 1, ${p_id}) returning term_id`,
  )
  ids.contract_split = await one(
    `insert into contract_split (contract_id, from_date, bearer, company_id, way, percent, p_id) values (${contract_id}, '2026-01-01', 3, (select min(company_id) from company), 1, 10, ${p_id}) returning split_id`,
  )
  ids.deposit_entry = await one(
    `insert into deposit_entry (contract_id, kind, price, day, custom_id, p_id) values (${contract_id}, 2, 100, '2026-01-01', ${custom_id}, ${p_id}) returning entry_id`,
  )
  ids.deposit = contract_id
  ids.dunning = await one(
    `insert into dunning (bill_id, custom_id, custom_name, stage, way, day, owed, days_late, said, p_id) values (${ids.bill}, ${custom_id}, '租客', '提醒', 2, '2026-11-10', 1, 9, '说', ${p_id}) returning dunning_id`,
  )
  ids.demand = await one(
    `insert into demand (number, day, custom_name, bill_ids, owed, days_late, custom_id, p_id) values ('CH${p_id}', '2026-11-10', '租客', array[${ids.bill}], 1, 9, ${custom_id}, ${p_id}) returning demand_id`,
  )
  ids.bill_adjust = await one(
    `insert into bill_adjust (sn, bill_id, share_id, kind, price, p_id) values ('TZ${p_id}', ${ids.bill}, ${ids.bill_share}, 2, -1, ${p_id}) returning adjust_id`,
  )
  ids.audit = await one(
    `insert into audit (subject, business, label, path, resource, action, contract_id, applicant_id, status, p_id, specs, stands) values ('签订', 1, '签订', '/api/flow/add', 'flow', 'add', ${contract_id}, 1, 1, ${p_id}, '[{"way":1,"who":3}]', '{"is":"asking","applicant":1,"round":1,"visit":1,"step":0,"tasks":[]}') returning audit_id`,
  )
  ids.outbox = await one(
    `insert into outbox (channel, subject, content, once, key, state, p_id) values (1, '提醒', '正文', gen_random_uuid(), gen_random_uuid(), 3, ${p_id}) returning outbox_id`,
  )
  ids.link = await one(
    `insert into link (purpose, way, resource, record_id, holder, state, expires_at, code_hash, p_id)
      values (1, 1, 'contract', ${contract_id}, '租客', 4, 1, sha256('${p_id}'::bytea), ${p_id}) returning link_id`,
  )
  ids.sign_task = await one(
    `insert into sign_task (holder, provider, way, state, reason, signed_at, sealed_at, expires_at, resource, record_id, p_id)
      values ('租客', 1, 1, 6, '重新发起', 1, 1, 1, 'contract', ${contract_id}, ${p_id}) returning sign_task_id`,
  )
  const owner_id = await made('/api/owner/add', { kind: 1, name: '业主', card: cardOf(100 + p_id), phone }, 'owner_id')
  ids.owner_house = await made('/api/owner_house/add', { owner_id, org_id, share: 50, from_date: '2026-01-01' }, 'owner_house_id')
  ids.entrust_agreement = await made(
    '/api/entrust_agreement/add',
    { owner_id, p_id, start_date: '2026-01-01', end_date: '2099-12-31', book: 2, rent: 100, settle_day: 10 },
    'agreement_id',
  )
  ids.owner_settlement = await one(
    `insert into owner_settlement (month, owner_id, agreement_id, book, rent, fee, net, p_id) values ('2026-01', ${owner_id}, ${ids.entrust_agreement}, 2, 100, 0, 100, ${p_id}) returning settlement_id`,
  )
  ids.owner_settle_line = await one(
    `insert into owner_settle_line (settlement_id, bill_id, share_id, price, p_id) select ${ids.owner_settlement}, bill_id, share_id, 1, ${p_id} from bill_share where bill_id = ${ids.bill} limit 1 returning line_id`,
  )
  ids.bill_vat = await one(
    `insert into bill_vat (day, bill_id, share_id, kind, tax_kind, rate, gross, price, p_id)
      select '2026-03-01', bill_id, share_id, 1, 2, 0, 1, 0, ${p_id} from bill_share where bill_id = ${ids.bill} limit 1 returning vat_id`,
  )
  const bought = { invoice_number: `1234567${p_id}`, input_tax: 1, deductible: 1 }
  const expense = await made('/api/flow/add', flowOf(ground, { org_id, type: 2, ...bought }), 'flow_id')
  ids.input_tax_out = await one(
    `insert into input_tax_out (flow_id, day, reason, price, p_id) values (${expense}, current_date, 1, 1, ${p_id}) returning out_id`,
  )
  ids.vat = await one(`select max(vat_id) from vat_view where p_id = ${p_id}`)
  ids.vat_due = await one(`select max(vat_due_id) from vat_due_view where p_id = ${p_id}`)
  ids.vat_line = await one(`select max(vat_line_id) from vat_line_view where p_id = ${p_id}`)
  ids.allowance = await one(
    `insert into allowance (month, p_id, owed, age_1, age_2, age_3, age_4, age_5, age_6, rates, required, balance, price)
      values ('2026-10', ${p_id}, 1, 1, 0, 0, 0, 0, 0, '0/0/0/0/0/0', 0, 0, 0) returning allowance_id`,
  )
  ids.allowance_share = await one(
    `insert into allowance_share (allowance_id, bill_id, share_id, party, days, age, owed, rate, price, p_id)
      values (${ids.allowance}, ${ids.bill}, ${ids.bill_share}, 1, 1, 1, 1, 0, 0, ${p_id}) returning row_id`,
  )
  ids.year_close = await one(
    `insert into year_close (year, p_id, ledger_account_id, side, price) values ('2025', ${p_id}, 17, 1, 1) returning year_close_id`,
  )
  ids.owner_rent = await one(
    `insert into owner_rent (month, owner_id, agreement_id, bill_id, share, kind, price, share_id, recognition_id, p_id)
      select month, ${owner_id}, ${ids.entrust_agreement}, bill_id, 50, kind, 1, share_id, recognition_id, ${p_id} from recognition where p_id = ${p_id} limit 1 returning owner_rent_id`,
  )
  ids.withhold = await one(`insert into withhold (sn, bank, status, p_id) values ('DK${p_id}', '建行', 1, ${p_id}) returning batch_id`)
  const img = await one(
    `insert into file (hash, mime, bytes, width, height, created_by) values ('h', 'image/png', 1, 1, 1, 1) returning img_id`,
  )
  ids.signature = await made('/api/FddUser/add_signature', { holder: 2, custom_id, name: '签名', imgs: [img] }, 'signature_id')
  await addPublicity(server, p_id, ids.waiting, ids)
  await addServices(server, { org_id, contract_id, custom_id, p_id }, ids)
  ids.withhold_file = await one(
    `insert into withhold_file (number, batch_id, rows, price, p_id) values ('DK${p_id}-1', ${ids.withhold}, 1, 100, ${p_id}) returning file_id`,
  )
  ids.withhold_line = await one(`insert into withhold_line (batch_id, bill_id, custom_name, price, result, p_id)
    values (${ids.withhold}, ${ids.bill}, '租客', 100, 0, ${p_id}) returning line_id`)
}

/** A repair, an inspection and a violation of a room, with all that any of their states asks for. */
const addServices = async (
  server: TestServer,
  room: Omit<Named, 'unit_id' | 'flow_id'> & { p_id: number },
  ids: Record<string, number>,
): Promise<void> => {
  const visit = { handler: 1, visit_start: 1_790_000_000, visit_end: 1_790_003_600, work: '修好了', reason: '不用了' }
  const broken = { kind: 1, urgency: 1, description: '水龙头滴水', reporter: '租客', phone: '13812345678' }
  ids.repair = await addRow(server, 'repair', { ...room, ...broken, ...visit })
  const task = {
    batch: '年度巡检',
    kind: 1,
    inspector: 1,
    planned_date: '2026-11-20',
    problem: '灭火器过期',
    handled: '换了',
    reason: '不用了',
  }
  ids.inspect = await addRow(server, 'inspect', { ...room, ...task, items: [], custom_name: '租客' })
  const found = {
    kind: 1,
    found_on: '2026-11-01',
    found_by: 2,
    facts: '转租',
    deadline: '2026-11-30',
    demand: '退回',
    outcome: 1,
    reason: '误报',
  }
  ids.violation = await addRow(server, 'violation', { ...room, ...found, custom_name: '租客', inspect_id: ids.inspect })
}
