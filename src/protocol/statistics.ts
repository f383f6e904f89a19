import { addDays } from './dates.ts'

/** The days that statistics look at (both included), and the day as of which they count what is so on a day. */
export interface Period {
  from: string
  to: string
  as_of: string
}

/** How many days a period may have. */
export const MAX_PERIOD_DAYS = 366

/** Gives the period that is shown at first: the seven days that end yesterday (spec.md section 9), as of yesterday. */
export const lastSevenDays = (today: string): Period => ({ from: addDays(today, -7), to: addDays(today, -1), as_of: addDays(today, -1) })

/** How long a room may have stood empty, in days, both included; the last has no end. */
export const vacancyAges = [
  { label: '30 天以内', least: 1, most: 30 },
  { label: '31–60 天', least: 31, most: 60 },
  { label: '61–90 天', least: 61, most: 90 },
  { label: '91–180 天', least: 91, most: 180 },
  { label: '180 天以上', least: 181, most: null },
] as const

/** Rooms that are let and vacant, among those of one project, kind or nature. */
export interface Share {
  id: number
  title: string
  let: number
  vacant: number
}

/** The numbers of 房源统计: of rooms, by whether they are let. Rooms out of use are not among them. */
export interface HousingStatistics extends Period {
  let: number
  vacant: number
  projects: Share[]
  kinds: Share[]
  natures: Share[]
  /** Vacant rooms by how long they have been, in the order of `vacancyAges`. */
  ages: number[]
  /** For each day of the period: rooms let and vacant on it, lettings that began on it, and rooms that became vacant on it. */
  days: { day: string; let: number; vacant: number; begun: number; emptied: number }[]
}

/** A number of records that share a value. */
export interface Counted {
  id: number
  title: string
  count: number
}

/** The numbers of 会员统计. */
export interface MemberStatistics extends Period {
  /** For each day of the period: tenants registered, applications made, those who joined the queue, and viewings that begin on it. */
  days: { day: string; tenants: number; applications: number; queued: number; viewings: number }[]
  /** Applications of the period by what became of them, by nature and by type of room. */
  states: Counted[]
  natures: Counted[]
  roomTypes: Counted[]
  /** Lettings that hold as of the day, by project and by kind of contract. */
  lettings: number
  projects: Counted[]
  leaseKinds: Counted[]
  /** Who stands in the queue now. */
  waiting: number
}
