import pg from 'pg'
import { call } from './client.mjs'

const DAY = new Date().toISOString().slice(0, 10)
let billed = Math.floor(Math.random() * 7000)
/** What a bill is for: a day of its own, that neither another of this run nor one of the run before over the same store is for. */
const ownDay = () => new Date(Date.UTC(2000, 0, 1 + billed++)).toISOString().slice(0, 10)

/** Rows of the middle of the store that deeds are done to: each deed takes another. */
const subjects = async (connection) => {
  const client = new pg.Client(connection)
  await client.connect()
  const all = async (text) => (await client.query(text)).rows
  const [{ cost_id: item }] = await all('select id as cost_id from cost order by 1 limit 1')
  const rooms = await all(
    // A room once: a second contract of it gets its bills from the one in force.
    `select * from (
       select distinct on (c.org_id) c.contract_id, c.org_id, c.custom_id, l.name as custom_name, o.number, o.floor from contract c join lessee l using (custom_id) join org o using (org_id)
       where contract_id >= (select max(contract_id) / 2 from contract) and contract_id < (select max(contract_id) / 2 + 2000 from contract) and l.p_id = o.p_id order by c.org_id, contract_id
     ) room order by contract_id limit 200`,
  )
  await client.end()
  return { item, rooms }
}

/**
 * Gives what writes, each a call on a row of its own; what a deed needs is made by the one before it, in the same turn: a bill by hand, a receipt of its payer, both
 * matched, another receipt, reversed, another bill, voided, a room changed.
 */
export const deedsOf = async (url, token, connection) => {
  const { item, rooms } = await subjects(connection)
  let turn = 0
  const now = {}
  const ask = (path, params) => call(url, path, { ...params, request_id: crypto.randomUUID() }, token)
  const room = () => rooms[turn % rooms.length]
  const payer = () => {
    const { org_id, custom_id, custom_name } = room()
    return { org_id, custom_id, custom_name }
  }
  const bill = () => {
    const day = ownDay()
    return ask('/api/bill/create', {
      ...payer(),
      from: 2,
      from_id: item,
      price: 12_300 + turn,
      bill_date: DAY,
      start_date: day,
      end_date: day,
      payer: 1,
      payment_ratio: 100,
    })
  }
  const receipt = () =>
    ask('/api/flow/add', {
      ...payer(),
      type: 1,
      price: 12_300 + turn,

      from: 2,
      from_id: item,
      start_date: DAY,
      end_date: DAY,
      way: 3,
    })
  const shareOf = async ({ bill_id }) =>
    (await call(url, '/api/bill_share/index', { bill_id: [bill_id], page: 1, page_rows: 1 }, token)).list[0].share_id
  return {
    手工开账: async () => {
      turn++
      now.bill = await bill()
    },
    登记收款: async () => {
      now.flow = await receipt()
    },
    '核销（连查到分摊）': async () => {
      await ask('/api/open_receipt/match', { flow_id: now.flow.flow_id, shares: [await shareOf(now.bill)] })
    },
    '登记收款，随即红冲': async () => {
      const { flow_id } = await receipt()
      await ask('/api/flow/reverse', { flow_id, note: '量一量' })
    },
    '手工开账，随即作废': async () => {
      const { bill_id } = await bill()
      await ask('/api/bill/void', { bill_id, void_why: '量一量' })
    },
    改房间备注: async () => {
      const { org_id, number, floor } = room()
      await ask('/api/org/edit', { org_id, number, floor, note: `第 ${turn} 次` })
    },
  }
}
