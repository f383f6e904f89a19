import { today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { addRow, companyCode } from './store/ground.ts'
import { done, scan, tenanciesOn } from './tenancies.ts'

let companies = 5000

/** Gives what a test does with whole leases, as staff do it by the calls. */
export const leasesOn = (at: AdminServer) => {
  const { ask } = at
  const { room, tenant } = tenanciesOn(at)
  const company = (): Promise<number> => {
    companies += 1
    return addRow(at.server, 'company', { name: `企业${companies}`, code: companyCode(companies), contact: '王', phone: '13812345678' })
  }
  const leased = async (changes: object = {}): Promise<number> =>
    done(await ask('/api/lease/add', { company_id: await company(), p_id: 1, start_date: today(), months: 12, ...changes })).data.lease_id
  /** A whole lease of some rooms that is still a draft. */
  const withRoom = async (rooms?: readonly number[], terms: object = {}): Promise<number> => {
    const lease_id = await leased(terms)
    done(await ask('/api/lease/rooms', { lease_id, rooms: rooms ?? [await room()], each: 100_000 }))
    return lease_id
  }
  const sign = async (lease_id: number, signed_on = today()) => ask('/api/lease/sign', { lease_id, signed_on, papers: [await scan(at)] })
  /** A whole lease that was signed on paper, today or on `signed_on`. */
  const inForce = async (
    rooms?: readonly number[],
    { signed_on, ...terms }: { signed_on?: string } & Record<string, unknown> = {},
  ): Promise<number> => {
    const lease_id = await withRoom(rooms, terms)
    done(await ask('/api/lease/submit', { lease_id }))
    done(await sign(lease_id, signed_on))
    return lease_id
  }
  const contracts = async (lease_id: number) => done(await ask('/api/contract/index', { lease_id: [lease_id] })).data.list
  /** A room that a company rents. */
  const leasedRoom = async (): Promise<number> => (await contracts(await inForce()))[0].org_id
  const listed = async (changes: object = {}): Promise<number> => {
    const asked = { org_id: await leasedRoom(), custom_id: await tenant(), from_date: today(), ...changes }
    return done(await ask('/api/occupant/add', asked)).data.occupant_id
  }
  const living = async (changes: object = {}): Promise<number> => {
    const occupant_id = await listed(changes)
    done(await ask('/api/occupant/admit', { occupant_id }))
    return occupant_id
  }
  return { company, leased, withRoom, sign, inForce, contracts, leasedRoom, listed, living }
}
