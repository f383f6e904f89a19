import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import type { AdminServer } from '../adminServer.ts'
import { upload } from '../files.ts'
import { leasesOn } from '../leases.ts'
import { picture } from '../pictures.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, flowOf } from '../store/ground.ts'
import { scan, tenanciesOn } from '../tenancies.ts'
import { invoiceAsked, invoiceBeside, invoiceMakers } from './invoiceMakers.ts'
import { ownersOn } from './ownerMakers.ts'
import { serviceMakers } from './serviceMakers.ts'
import { statementMakers } from './statementMakers.ts'
import { withholdMakers } from './withholdMakers.ts'

type Params = Record<string, unknown>

/** How records are made in their first state, what the dialogs of their moves ask, and what stands beside a state that is put by hand. */
export interface LivingRecords {
  make: (resource: CompleteResource) => Promise<number>
  paramsOf: (resource: CompleteResource, name: string) => Promise<Params>
  beside: Readonly<Record<string, () => Promise<string>>>
}

/** Gives the records that live on a server whose ground is filled. */
export const livingOn = (ground: AdminServer): LivingRecords => {
  const { ask } = ground
  const tenancies = tenanciesOn(ground)
  const leases = leasesOn(ground)
  const newRoom = async (): Promise<number> => {
    const { data, msg } = await ask('/api/org/add', flat(ground.ground, { p_id: 1 }))
    return data?.org_id?.[0] ?? expect.unreachable(msg)
  }
  let serial = 0
  const signature = async (): Promise<number> => {
    const { buffer } = await picture('签名.png', 'png', ++serial)
    const { data, msg } = await upload(ground.server, ground.admin, buffer)
    return data?.img_id ?? expect.unreachable(msg)
  }
  const person = () => ({ custom_name: `轮候${++serial}`, card: cardOf(serial), phone: '13812345678', p_id: 1 })
  let supervisor: Promise<number> | undefined
  const newTenant = (): Promise<number> => addTenant(ground.server, { card: cardOf(++serial) })
  const applicant = () => ({ ...person(), nature: 1, priority: 2, room_type: 1 })

  const newCompany = (): Promise<number> =>
    addRow(ground.server, 'company', { name: `企业${++serial}`, code: companyCode(serial), contact: '王', phone: '13812345678' })
  const owners = ownersOn(ground, newRoom)
  const material = async (): Promise<number> => scan(ground)

  /** How a record is made in its first state, where its columns do not tell. */
  const makers: Readonly<Record<string, () => Promise<number>>> = {
    org: newRoom,
    lessee: newTenant,
    waiting: () => addRow(ground.server, 'waiting', { ...applicant(), qualified_at: 1_790_000_000 + serial }),
    lottery: async () => {
      await makers.waiting?.()
      supervisor ??= addAccount(ground.server, 'supervisor', ['*'])
      return addRow(ground.server, 'lottery', {
        ...{ title: `摇号${++serial}`, p_id: 1, room_type: 1, classes: [1, 2], operator: 1, supervisor: await supervisor },
      })
    },
    lottery_round: async () => {
      const lottery_id = (await makers.lottery?.()) ?? 0
      return addRow(ground.server, 'lottery_round', {
        ...{ lottery_id, former_name: '双色球', former_at: 1, round_name: '大乐透', round_at: 4_000_000_000 },
        ...{ reason: '停售', papers: [await scan(ground)], proposer: 1, p_id: 1 },
      })
    },
    publication: () => addRow(ground.server, 'publication', { title: `名册${++serial}`, kind: 1, p_id: 1 }),
    objection: async () => {
      const publication_id = (await makers.publication?.()) ?? 0
      const wait_id = (await makers.waiting?.()) ?? 0
      const row = { publication_id, number: 1, masked_name: '轮*', receipt: 'LH1', priority: 2, room_type: 1, wait_id, p_id: 1 }
      const row_id = await addRow(ground.server, 'publication_row', row)
      const objector = { objector: '赵六', phone: '13912345678', matter: '有房' }
      return addRow(ground.server, 'objection', { publication_id, row_id, wait_id, p_id: 1, ...objector })
    },
    qualification: () => addRow(ground.server, 'qualification', { ...applicant(), family_size: 1, income: 1, housing_area: 1 }),
    match: () =>
      addRow(ground.server, 'match', { kind: 1, payer_name: '付', debtor_name: '欠', price: 1, receipts: 1, shares: 1, p_id: 1 }),
    match_run: () => addRow(ground.server, 'match_run', { sure: 90 }),
    ...statementMakers(ground),
    ...withholdMakers(ground),
    ...invoiceMakers(ground),
    ...owners.makers,
    ...serviceMakers(ground, newRoom),
    payment_plan: async () => {
      const contract_id = await tenancies.signed()
      return addRow(ground.server, 'payment_plan', {
        ...{ custom_name: '租客', contract_id, party: 1, total: 0, count: 2, first_day: today(), p_id: 1 },
      })
    },
    meter: async () => {
      const [org_id] = (
        await ask('/api/org/add', flat(ground.ground, { p_id: 1, simple: [{ simple_id: ground.ground.simple, price: 1 }] }))
      ).data.org_id
      const read = { org_id, simple_id: ground.ground.simple, read_date: '2026-11-01', current: 5 }
      return (await ask('/api/meter/add', read)).data.meter_id
    },
    own_account: () => addRow(ground.server, 'own_account', { name: `账户${++serial}`, kind: 1, code: `1002.${serial}` }),
    signature: async () =>
      addRow(ground.server, 'signature', {
        name: `签章${++serial}`,
        holder: 2,
        custom_id: await newTenant(),
        p_id: 1,
      }),
    contract: async () => {
      const { data, msg } = await tenancies.draft()
      return data?.contract_id ?? expect.unreachable(msg)
    },
    holdover: async () => {
      const contract_id = await tenancies.signed()
      const { org_id } = (await tenancies.detail(contract_id)) as { org_id: number }
      const days = { since: '2026-01-01', moving_until: '2026-01-31' }
      return addRow(ground.server, 'holdover', { custom_name: '租客', contract_id, org_id, p_id: 1, ...days })
    },
    doubt: async () => {
      const apply_id = (await makers.qualification?.()) ?? 0
      const comparison_id = await addRow(ground.server, 'comparison', {
        ...{ bureau: 1, as_of: '2026-11-01', file_name: '社保.txt', sha256: `${++serial}`, lines: 1, matched: 1, doubts: 1, p_id: 1 },
      })
      const said = { person: '张三', bureau: 1, rule: 1, declared: '申报', found: '文件', mark: '1' }
      return addRow(ground.server, 'doubt', { ...said, apply_id, comparison_id, p_id: 1 })
    },
    home_visit: async () => {
      const apply_id = (await makers.qualification?.()) ?? 0
      return addRow(ground.server, 'home_visit', { apply_id, visitor: 1, planned_date: today(), address: '家里', p_id: 1 })
    },
    filing: async () => {
      const contract_id = await tenancies.signed()
      const { rows } = await sql<{ filing_id: number }>`select filing_id from filing where contract_id = ${contract_id}`.execute(
        ground.server.db,
      )
      return rows[0]?.filing_id ?? expect.unreachable('no filing')
    },
    review: async () => {
      const contract_id = await tenancies.signed()
      const { org_id, custom_id } = (await tenancies.detail(contract_id)) as { org_id: number; custom_id: number }
      const known = { custom_name: '租客', custom_id, contract_id, org_id, p_id: 1 }
      return addRow(ground.server, 'review', { ...known, batch: `批次${contract_id}`, due_on: '2026-01-01' })
    },
    lease: () => leases.withRoom(),
    occupant: () => leases.listed(),
    surrender: async () => {
      const contract_id = await tenancies.signed()
      const { data, msg } = await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })
      return data?.surrender_id ?? expect.unreachable(msg)
    },
    material: async () => {
      const apply_id = await addRow(ground.server, 'qualification', { ...applicant(), family_size: 1, income: 1, housing_area: 1 })
      return addRow(ground.server, 'material', { apply_id, name: '收入证明', need: 1, p_id: 1 })
    },
    // With its first version: contracts are finalized with the text of whatever template is in force.
    template: async () => {
      const { data, msg } = await ask('/api/template/add', { name: `模板${++serial}`, kind: 1 })
      return data?.template_id ?? expect.unreachable(msg)
    },
    screen: async () => {
      // A number by which exports are known is made of the name: another's may be the same, and then it is said.
      for (let tries = 0; tries < 5; tries++) {
        const { code, data, msg } = await ask('/api/screen/add', { name: `lives_${++serial}`, label: `一生${serial}` })
        if (code === 200) return data.screen_id
        if (!msg.includes('请换一个名称')) expect.unreachable(msg)
      }
      return expect.unreachable('no name is free')
    },
    reserve: async () => {
      const start_time = 1_795_000_000 + ++serial * 10_000
      return addRow(ground.server, 'reserve', { ...person(), org_id: await newRoom(), start_time, end_time: start_time + 1800 })
    },
  }
  /** A value of the kind that a column holds. */
  const valueFor = ({ is, spec }: CompleteColumn): unknown => {
    if (spec.is === 'enum') return Number(Object.keys(spec.of)[0])
    if (['images', 'refs', 'texts'].includes(is)) return []
    if (is === 'date') return '2026-01-01'
    return ['int', 'fen', 'decimal', 'datetime', 'ref'].includes(is) ? 1 : `${spec.label}${++serial}`
  }
  const make = (resource: CompleteResource): Promise<number> => {
    const needed = resource.columns.filter(({ spec, isStored, name }) => spec.required && isStored && name !== resource.key)
    const row = Object.fromEntries(needed.map((column) => [column.name, valueFor(column)]))
    return makers[resource.name]?.() ?? addRow(ground.server, resource.name, row)
  }

  const items = [{ item: '门窗', result: 1 }]
  /** What an action's dialog asks. */
  const asked: Readonly<Record<string, () => Promise<Params>>> = {
    ...invoiceAsked,
    'waiting.call': async () => ({ org_id: await newRoom(), days: 7, reason: '试' }),
    'statement_line.transfer': async () => ({ moves: 3 }),
    'statement_line.tick': async () => {
      const entry = { price: 100, way: 3, own_account_id: 900_001, p_id: 1 }
      return { flows: [(await ask('/api/flow/add', flowOf(ground.ground, entry))).data.flow_id] }
    },
    'statement_line.refund': async () => {
      const entry = { price: 100, way: 3, own_account_id: 900_001, p_id: 1, custom_name: '甲' }
      return { flow_id: (await ask('/api/flow/add', flowOf(ground.ground, entry))).data.flow_id, why: '试' }
    },
    'statement_line.bounce': async () => {
      const entry = { type: 2, price: 100, way: 3, own_account_id: 900_001, p_id: 1, custom_name: '甲' }
      return { flows: [(await ask('/api/flow/add', flowOf(ground.ground, entry))).data.flow_id], why: '试' }
    },
    'closing.close': async () => ({ note: '试' }),
    'payment_plan.enforce': async () => ({ papers: [await scan(ground)] }),
    'meter.correct': async () => ({ right: 6, void_why: '试' }),
    'waiting.tell': async () => ({ how: 2, told_at: Math.floor(Date.now() / 1000) }),
    'waiting.renumber': async () => ({ phone: '13912345670' }),
    'org.divide': async () => ({ kind_id: ground.ground.kind[3], rooms: [{ number: `内${++serial}` }] }),
    'publication.publish': async () => ({ from_date: today() }),
    'publication.extend': async () => ({ to_date: '2099-12-31' }),
    'objection.uphold': async () => ({ answer: '属实', remedy: 1, priority: 1 }),
    'lessee.merge': async () => ({ merged_into: await newTenant() }),
    'company.merge': async () => ({ merged_into: await newCompany() }),
    'owner.merge': async () => ({ merged_into: await owners.newOwner() }),
    'qualification.pass': async () => ({ exception: '试' }),
    'material.hand': async () => ({ files: [await material()] }),
    'material.defer': async () => ({ due_on: '2099-01-01', reason: '试' }),
    'owner_house.end': async () => ({ to_date: today() }),
    'entrust_agreement.terminate': async () => ({ ended_date: today(), reason: '试' }),
    'owner_settlement.pay': async () => ({ own_account_id: 900_001, paid_on: today() }),
    'review.pass': async () => ({ outcome: 1, reason: '试' }),
    'review.fail': async () => ({ outcome: 3, reason: '试' }),
    'review.declare': async () => ({ nature: 1, family_size: 2, income: 100_000, housing_area: 5 }),
    'doubt.send': async () => ({ visitor: 1, planned_date: today(), address: '家里' }),
    'home_visit.finish': async () => ({ visited_on: today(), met: '本人', result: '属实', photos: [await signature()] }),
    'filing.file': async () => ({ filing_no: `BA${++serial}`, filed_on: today() }),
    'holdover.notice': async () => ({ deadline: '2099-01-01', served: 1 }),
    'holdover.suit': async () => ({ court: '法院', filed_on: today() }),
    'lease.manual': async () => ({ signatory: '王经理', signatory_post: '总经理', sign_img: [await signature()] }),
    'lease.sign': async () => ({ signed_on: today(), papers: [await scan(ground)] }),
    'occupant.swap': async () => ({ other_id: await newTenant(), since: addDays(today(), 1) }),
    'occupant.leave': async () => ({ to_date: today() }),
    'contract.offline': async () => ({ signed_on: today(), papers: [await scan(ground)] }),
    'contract.manual': async () => ({ sign_img: [await signature()] }),
    'surrender.handover': async () => ({ left_on: today(), keys: 1, room_next: 1, checklist: [{ item: '门窗', state: 1 }] }),
    'surrender.settle': async () => ({ way: 3 }),
    'repair.dispatch': async () => ({ handler: 1, visit_start: 1_795_000_000, visit_end: 1_795_003_600, lays_up: serial++ % 2 }),
    'repair.finish': async () => ({ work: '修好了', cost: 100, borne_by: 1 }),
    'repair.review': async () => ({ satisfaction: 5 }),
    'inspect.pass': async () => ({ items, occupied: 1 }),
    'inspect.fail': async () => ({ items, occupied: 2, problem: '转租' }),
    'violation.demand': async () => ({ deadline: '2099-01-01', demand: '退回' }),
    'violation.close': async () => ({ outcome: 1, closing: '已警告' }),
  }
  /** What a record must have, too, where it is put into a state by hand. */
  const beside: Readonly<Record<string, () => Promise<string>>> = {
    waiting: async () => `, org_id = ${await newRoom()}`,
    statement_line: async () => ', how = 4',
    ...invoiceBeside,
    closing: async () => `, seal = 'a', closed_at = 1`,
    withhold_line: async () => ', paid = price',
    lottery: async () =>
      `, room_type = ${++serial}, pool_hash = 'a', program_hash = 'a', frozen_at = 1, commit_a = 'a', commit_b = 'b', round_name = '一', round_at = 1,
        secret_a = 'a', secret_b = 'b', seed = 'a', round_number = '1', reason = '试'`,
    lottery_round: async () => {
      supervisor ??= addAccount(ground.server, 'supervisor', ['*'])
      return `, agreed_by = ${await supervisor}, agreed_at = 1, text_hash = 'a'`
    },
    publication: async () => `, from_date = current_date, to_date = '2098-12-31', reason = '试'`,
    objection: async () => `, answer = '试', answered_at = 1, remedy = 3`,
    lessee: async () => `, merged_into = ${await newTenant()}`,
    company: async () => `, merged_into = ${await newCompany()}`,
    owner: async () => `, merged_into = ${await owners.newOwner()}`,
    review: async () => `, outcome = 1, reason = '试'`,
    doubt: async () => `, reason = '试'`,
    home_visit: async () => `, visited_on = '2026-11-24', met = '本人', result = '属实', reason = '试'`,
    filing: async () => `, filing_no = 'BAX${++serial}', filed_on = '2026-11-24'`,
    payment_plan: async () => ', begun_on = current_date',
    repair: async () => `, handler = 1, visit_start = 1, visit_end = 2, work = '修', reason = '不用了'`,
    inspect: async () => `, problem = '坏', handled = '好', reason = '不用了'`,
    material: async () => `, due_on = '2099-01-01'`,
    occupant: async () => `, to_date = current_date`,
    owner_house: async () => `, to_date = current_date`,
    entrust_agreement: async () => `, ended_date = current_date, reason = '试'`,
    opening: async () => ', booked_at = 1',
    owner_settlement: async () => ', checked_on = current_date, paid_on = current_date',
    violation: async () => `, deadline = '2026-12-01', demand = '改', outcome = 1, reason = '误报'`,
  }
  const paramsOf = async (resource: CompleteResource, name: string): Promise<Params> => {
    const given = await asked[`${resource.name}.${name}`]?.()
    const form = resource.actions.find((action) => action.name === name)?.form
    return given ?? Object.fromEntries((form?.required ?? []).map((field) => [field, '试']))
  }

  return { make, paramsOf, beside }
}
