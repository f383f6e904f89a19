import { addRow, cardOf, flowOf, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  server: () => TestServer
  ground: () => Ground
  made: (path: string, params: Params) => Promise<Params>
}

/** The account that every store has for transfers of money. */
const own_account_id = 900_001

/** Params of what is done to statements: each on a line of its own. */
export const statementDeeds = ({ server, ground, made }: Hand): Deeds => {
  let others = 0
  const statement = () =>
    addRow(server(), 'statement', {
      ...{ own_account_id, from_day: '2026-03-01', to_day: '2026-03-01', lines: 1, known: 0, income: 100, outgo: 0, enters: 2 },
      ...{ file_name: '对账单.csv', sha256: `${++others}` },
    })
  const line = async (more: Params = {}): Promise<Params> => ({
    line_id: await addRow(server(), 'statement_line', {
      ...{
        own_account_id,
        day: '2026-03-01',
        deal_time: 1_772_300_000,
        type: 1,
        price: 70_000 + ++others,
        party: '甲',
        kind: 1,
        file_row: 2,
      },
      ...{ party_account: '6217001234567890123', mark: `${others}`, statement_id: await statement(), ...more },
    }),
  })
  // Each month after those before it, and long ago: what is booked now is of none of them.
  const month = (status: number, more: Params = {}) => {
    others += 1
    const of = `${1900 + Math.floor(others / 12)}-${String(1 + (others % 12)).padStart(2, '0')}`
    return addRow(server(), 'closing', { month: of, status, ...(status > 2 ? { seal: 'a', closed_at: 1 } : {}), ...more })
  }
  const settlement = async (status: number, payee = 1): Promise<number> => {
    others += 1
    const owner_id = await addRow(server(), 'owner', {
      kind: 1,
      name: `业主${others}`,
      card: cardOf(20_000 + others),
      phone: '13812345678',
    })
    const terms = { owner_id, p_id: 1, book: 2, rent: 100, settle_day: 10, start_date: '2026-01-01', end_date: '2099-12-31' }
    const agreement_id = await addRow(server(), 'entrust_agreement', terms)
    await addRow(server(), 'cost', { name: `租${others}`, income: 2 })
    return addRow(server(), 'owner_settlement', {
      ...{ month: '2026-01', owner_id, payee, agreement_id, book: 2, rent: 100, fee: 0, net: 100, p_id: 1, status },
      ...(status === 1 ? {} : { checked_on: '2026-02-01' }),
    })
  }
  const asked = { arrears_asked: 0, charges_asked: 0, prepaid_asked: 0 }
  const opening = async (): Promise<number> => {
    const { opening_id } = await made('/api/opening/add', { p_id: 1, day: '2026-01-31', ...asked, money_asked: 100 })
    await addRow(server(), 'cost', { name: `租${++others}`, income: 2 })
    await addRow(server(), 'opening_item', { opening_id, kind: 4, own_account_id, price: 100, p_id: 1 })
    return opening_id as number
  }
  const itemOf = async (opening_id: number): Promise<Params> => ({
    item_id: await addRow(server(), 'opening_item', { opening_id, kind: 4, own_account_id, price: 100, p_id: 1 }),
  })
  const price = 80_123
  return {
    '/api/own_account/add': () => ({
      way: 3,
      usual: 2,
      name: `合户${++others}`,
      code: `1002.${500 + others}`,
      number: `62170012345678${10_000 + others}`,
    }),
    '/api/own_account/edit': () => ({ usual: 2 }),
    // Of the project's a statement has a line that is open still.
    '/api/own_account/retire': async () => ({
      own_account_id: await addRow(server(), 'own_account', { name: `停用户${++others}`, kind: 1, code: '1002.96' }),
    }),
    '/api/cash_day/sign': async () => {
      const flow_id = await addRow(server(), 'flow', {
        ...flowOf(ground()),
        sn: `RB${++others}`,
        deal_time: 1_500_000_000 + 86_400 * others,
      })
      return { cash_day_id: flow_id }
    },
    '/api/closing/close': async () => ({ closing_id: await month(1), note: '无' }),
    '/api/closing/vouchers': async () => ({ closing_id: await month(3), software: 1, sums_by: 1 }),
    '/api/closing/reopen': async () => ({ closing_id: await month(3) }),
    '/api/closing/agree': async () => ({ closing_id: await month(4) }),
    '/api/closing/refuse': async () => ({ closing_id: await month(4) }),
    '/api/statement/undo': async () => ({ statement_id: await statement() }),
    '/api/statement_form/edit': async () => ({ form_id: await addRow(server(), 'statement_form', { own_account_id, day: '哪天' }) }),
    '/api/statement_form/del': async () => ({ form_id: await addRow(server(), 'statement_form', { own_account_id, day: '哪天' }) }),
    '/api/statement_line/reveal': () => line(),
    '/api/statement_line/enter': async () => {
      await addRow(server(), 'cost', { name: `租${++others}`, income: 2 })
      return line()
    },
    '/api/statement_line/tick': async () => ({
      ...(await line({ price })),
      flows: [
        (await made('/api/flow/add', { ...flowOf(ground(), { price, way: 3, own_account_id }), request_id: `tick ${++others}` })).flow_id,
      ],
    }),
    '/api/statement_line/transfer': async () => ({ ...(await line()), moves: 3 }),
    '/api/statement_line/refund': async () => ({
      ...(await line({ type: 2, kind: 3, day: '2099-01-01' })),
      flow_id: (await made('/api/flow/add', { ...flowOf(ground(), { price: 9_000_000 }), request_id: `refund ${++others}` })).flow_id,
    }),
    '/api/statement_line/bounce': async () => ({
      ...(await line({ type: 2, price, day: '2099-01-01', deal_time: 4_070_880_000 })),
      flows: [
        (await made('/api/flow/add', { ...flowOf(ground(), { price, way: 3, own_account_id }), request_id: `bounce ${++others}` })).flow_id,
      ],
    }),
    '/api/statement_line/aside': () => line(),
    '/api/statement_line/undo': () => line({ status: 2, how: 4 }),
    '/api/transfer/add': () => ({ kind: 1, from_account_id: 900_001, to_account_id: 900_002, price: 100, fee: 1, day: '2026-03-01' }),
    '/api/owner_settlement/start': async () => {
      const owner_id = await addRow(server(), 'owner', {
        kind: 1,
        name: `业主${++others}`,
        card: cardOf(20_000 + others),
        phone: '13812345678',
      })
      const terms = { owner_id, p_id: 1, book: 2, rent: 100, settle_day: 1, start_date: '2026-01-01', end_date: '2099-12-31', status: 2 }
      await addRow(server(), 'entrust_agreement', terms)
      return {}
    },
    '/api/owner_settlement/check': async () => ({ settlement_id: await settlement(1) }),
    '/api/owner_settlement/pay': async () => ({ settlement_id: await settlement(2), own_account_id, paid_on: '2026-03-01' }),
    '/api/owner_settlement/paper': async () => ({ settlement_id: await settlement(2) }),
    '/api/owner_settlement/treasury': async () => ({ settlement_id: await settlement(2, 2) }),
    '/api/owner_settlement/void': async () => ({ settlement_id: await settlement(1), why: '试' }),
    '/api/month_report/paper': async () => ({
      report_id: await addRow(server(), 'month_report', { closing_id: await month(3), month: '2026-01', p_id: 1 }),
    }),
    '/api/opening/add': () => ({ p_id: 1, day: '2026-01-31', ...asked, money_asked: 100 }),
    '/api/opening/edit': async () => ({ opening_id: await opening(), day: '2026-01-31', ...asked, money_asked: 100 }),
    '/api/opening/book': async () => ({ opening_id: await opening() }),
    '/api/opening/undo': async () => {
      const opening_id = await opening()
      await made('/api/opening/book', { opening_id })
      return { opening_id }
    },
    '/api/opening/del': async () => ({ opening_id: await addRow(server(), 'opening', { day: '2026-01-31', p_id: 1 }) }),
    '/api/opening_item/add': async () => ({ opening_id: await opening(), kind: 4, own_account_id, price: 100 }),
    '/api/opening_item/edit': async () => ({ ...(await itemOf(await opening())), kind: 4, own_account_id, price: 200 }),
    '/api/opening_item/del': async () => itemOf(await opening()),
    '/api/transfer/undo': async () => ({
      transfer_id: (await made('/api/transfer/add', { kind: 2, from_account_id: 900_001, price: 100, day: '2026-03-01' })).transfer_id,
    }),
  }
}
