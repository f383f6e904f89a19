import type { StateOf } from '../../src/core/typed.ts'
import type contract from '../../src/resources/contract/contract.ts'
import type org from '../../src/resources/property/org.ts'
import type { Day } from './calendar.ts'
import type { Nature } from './property/layOut.ts'

/** What later steps need to know of a room that has been added. */
export interface Room {
  org_id: number
  unit_id: number
  p_id: number
  nature: Nature
  area: number
  /** Monthly rent, in yuan. */
  rent: number
  status: StateOf<typeof org>
}

/** A building as a whole: what is spent on it belongs to no room. */
export interface Building {
  unit_id: number
  p_id: number
  rooms: number
}

export interface Tenant {
  custom_id: number
  name: string
}

export interface Contract {
  room: Room
  tenant: Tenant
  start: Day
  end: Day
  /** In yuan. */
  rent: number
  status: StateOf<typeof contract>
}

/** A flow before it has its numbers. Amounts are in fen. */
export interface Flow {
  at: number
  type: 1 | 2
  from: 2 | 3 | 4
  item: number
  price: number
  org_id: number | null
  unit_id: number
  p_id: number
  name: string
  custom_id: number | null
  way: 3 | 7 | 8 | 11
  start: Day
  end: Day
  note: string | null
  reverses: Flow | null
  /** One of the many regular payments: the oldest of these are left out where a number of flows is wanted. */
  isRegular: boolean
  flow_id: number
}

/** The seeded accounts; null where there is none. */
export interface Staff {
  admin: number | null
  guanjia: number | null
  caiwu: number | null
}
