import { sql } from 'kysely'
import { today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { attach, pdf } from './attachments.ts'
import { addTenant, cardOf, flat } from './store/ground.ts'
import type { Answer } from './testServer.ts'

type Params = Record<string, unknown>

/** What a test does with contracts, as staff do it by the calls. */
export interface Tenancies {
  tenant: (changes?: Params) => Promise<number>
  room: (changes?: Params) => Promise<number>
  /** Asks for a contract; the answer may be a refusal. */
  draft: (changes?: Params) => Promise<Answer>
  /** A contract that was submitted and can be signed. */
  toSign: (changes?: Params) => Promise<number>
  /** A contract that was signed on paper, today or on `signed_on`. */
  signed: (changes?: Params) => Promise<number>
  sign: (contract_id: number, signed_on?: string) => Promise<Answer>
  detail: (contract_id: number) => Promise<Params>
  bills: (
    contract_id: number,
  ) => Promise<{ from: number; price: number; paid: number; start_date: string; end_date: string; is_void: number }[]>
  /** Takes money for bills of a contract that are not settled, those of a source alone where one is given; gives the answers. */
  pay: (contract_id: number, from?: number) => Promise<void>
}

let people = 5000

/** Gives an answer that is no refusal; throws what was refused. */
export const done = (answer: Answer): Answer => {
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return answer
}

/** Uploads a scan and gives its number; each is another file, for what one record names no other may. */
export const scan = async ({ server, admin }: AdminServer): Promise<number> => {
  people += 1
  return done(await attach(server, admin, pdf(`合同 ${people}`), '合同.pdf')).data.file_id
}

/** Gives what a test does with contracts on a server whose ground is filled. */
export const tenanciesOn = (at: AdminServer): Tenancies => {
  const { ask } = at
  const tenant: Tenancies['tenant'] = (changes = {}) => {
    people += 1
    return addTenant(at.server, { name: `租客${people}`, card: cardOf(people), ...changes })
  }
  const room: Tenancies['room'] = async (changes = {}) =>
    done(await ask('/api/org/add', flat(at.ground, { p_id: 1, ...changes }))).data.org_id[0]
  const draft: Tenancies['draft'] = async (changes = {}) =>
    ask('/api/contract/add', {
      ...(changes.wait_id === undefined ? { custom_id: changes.custom_id ?? (await tenant()) } : {}),
      p_id: 1,
      org_id: changes.org_id ?? (await room()),
      start_date: today(),
      rent: 128_000,
      payment_ratio: 100,
      ...changes,
    })
  const toSign: Tenancies['toSign'] = async (changes) => {
    const { contract_id } = done(await draft(changes)).data
    done(await ask('/api/contract/submit', { contract_id }))
    return contract_id
  }
  const sign: Tenancies['sign'] = async (contract_id, signed_on = today()) =>
    ask('/api/contract/offline', { contract_id, signed_on, papers: [await scan(at)] })
  const bills: Tenancies['bills'] = async (contract_id) =>
    (
      await sql<Awaited<ReturnType<Tenancies['bills']>>[number]>`
        select "from", price, paid, start_date, end_date, is_void from bill where contract_id = ${contract_id} order by bill_id
      `.execute(at.server.db)
    ).rows
  return {
    ...{ tenant, room, draft, toSign, sign, bills },
    signed: async ({ signed_on, ...changes } = {}) => {
      const contract_id = await toSign(changes)
      done(await sign(contract_id, signed_on as string | undefined))
      return contract_id
    },
    detail: async (contract_id) => done(await ask('/api/contract/detail', { contract_id })).data,
    pay: async (contract_id, from) => {
      const { list } = done(
        await ask('/api/bill/index', { contract_id: [contract_id], state: [1, 2, 4], ...(from ? { from: [from] } : {}) }),
      ).data
      for (const bill of list)
        done(
          await ask('/api/flow/add', {
            type: 1,
            price: bill.owed,
            custom_name: bill.custom_name,
            from: bill.from === 3 ? 3 : 2,
            from_id: bill.from === 3 ? bill.from_id : at.ground.cost,
            ...{ start_date: bill.start_date, end_date: bill.end_date, way: 3 },
            ...{ org_id: bill.org_id, unit_id: bill.unit_id, bill_id: bill.bill_id },
          }),
        )
    },
  }
}
