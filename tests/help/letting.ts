import { expect } from 'vitest'
import { today } from '../../src/protocol/dates.ts'
import { pdf } from './attachments.ts'
import { callsAt } from './calls.ts'
import { cardOf } from './store/ground.ts'
import { type Answer, signed } from './testServer.ts'

type Params = Record<string, unknown>

/** A room that can be let, of a project. */
interface VacantRoom {
  org_id: number
  unit_floor: string
  region_name: string
}

/** A contract in force. */
interface Let {
  contract_id: number
  sn: string
}

/** What a browser test needs to be there before anybody clicks, made by the administrator's calls to the server at `url`. */
export interface Letting {
  ask: (path: string, params: Params) => Promise<Answer['data']>
  /** Registers a tenant of project 1 and gives its key; `serial` makes the card. */
  tenant: (name: string, serial: number, changes?: Params) => Promise<number>
  /** Rooms of a project in which nobody has ever lived, called differently. */
  rooms: (p_id?: number) => Promise<VacantRoom[]>
  /** Makes a contract, signs it on paper and gives it; rooms and terms are given in `terms`. */
  inForce: (terms: Params) => Promise<Let>
  /** Takes the money for each bill of a contract that is not settled; gives how many there were. */
  pay: (contract_id: number) => Promise<number>
}

/** Gives what makes contracts on a started server with the small sample; a refusal of any of its calls fails the test. */
export const lettingAt = (url: string): Letting => {
  const { call, logIn } = callsAt(url)
  let session: Promise<string> | undefined
  const token = (): Promise<string> => {
    session ??= logIn('admin')
    return session
  }
  let made = 0
  const ask: Letting['ask'] = async (path, params) => {
    made += 1
    const answer = await call(path, { ...params, request_id: `letting ${process.pid} ${made}`.padEnd(16, '-') }, await token())
    expect([path, answer.msg, answer.code]).toEqual([path, answer.msg, 200])
    return answer.data
  }
  const scan = async (words: string): Promise<number> => {
    const form = new FormData()
    for (const [key, value] of Object.entries(signed({}, await token()))) form.append(key, String(value))
    form.append('file', new Blob([new Uint8Array(pdf(words))]), '合同.pdf')
    return (await (await fetch(`${url}/api/attachment/index`, { method: 'POST', body: form })).json()).data.file_id
  }
  return {
    ask,
    tenant: async (name, serial, changes = {}) =>
      (await ask('/api/lessee/add', { name, card: cardOf(serial), phone: '13912345678', p_id: 1, ...changes })).custom_id,
    rooms: async (p_id = 1) => {
      const vacant: VacantRoom[] = await ask('/api/contract/rooms', { p_id })
      const org_id = vacant.map((room) => room.org_id)
      const { list: had } = await ask('/api/contract/index', { org_id, page: 1, page_rows: 500 })
      const taken = new Set(had.map((contract: VacantRoom) => contract.org_id))
      return [...new Map(vacant.filter((room) => !taken.has(room.org_id)).map((room) => [room.unit_floor, room])).values()]
    },
    inForce: async ({ signed_on = today(), ...terms }) => {
      const { contract_id, sn } = await ask('/api/contract/add', { p_id: 1, payment_ratio: 100, ...terms })
      await ask('/api/contract/submit', { contract_id })
      await ask('/api/contract/offline', { contract_id, signed_on, papers: [await scan(sn)] })
      return { contract_id, sn }
    },
    pay: async (contract_id) => {
      const { list } = await ask('/api/bill/index', { contract_id: [contract_id], state: [1, 2, 4], page: 1, page_rows: 100 })
      const [{ id }] = (await ask('/api/cost/index', { page: 1, page_rows: 1 })).list
      for (const { bill_id, owed, custom_name, from, from_id, start_date, end_date, org_id, unit_id } of list)
        await ask('/api/flow/add', {
          ...{ type: 1, price: owed, custom_name, way: 3, start_date, end_date, org_id, unit_id, bill_id },
          ...(from === 3 ? { from, from_id } : { from: 2, from_id: id }),
        })
      return list.length
    },
  }
}
