import type { Preferences } from './preferences.ts'

/** What get_info tells of the user (spec.md section 7; design.md, Access). */
export interface UserInfo {
  user_id: number
  name: string
  /** The same name, as the client's stored user has it (spec.md section 3). */
  nickname: string
  /** A JSON list of image ids of which there is at most one. */
  avatar: string
  role: string
  /** Keys that open screens. */
  access: string[]
  /** Codes of calls that the user may make. */
  permission: string[]
  /** Ids of sidebar entries that are hidden. */
  sidebar: string[]
  /** Ids of screens of which the user may read nothing. */
  closed: string[]
  /** Whether the data is the sample operator's. */
  sample: boolean
  /** Whether this session looks, read-only, as a role that is not the user's own. */
  is_view: boolean
  /** The number of the last change of the screens made at run time. */
  declared_at: number
  /** What this person has chosen for themselves, by name. */
  preferences: Preferences
}

/** What /config.json sets for the client at run time (design.md, Protocol). */
export interface ClientConfig {
  host: string
  brokerHost: string
  signKey: string
  tokenDays: number
  timeoutMs: number
  chunkTimeoutMs: number
  uploadMaxMb: number
}

/** A setting as it is in force. Version 0 is the declaration's defaults, by nobody. */
export interface SettingInForce {
  /** The version that was saved last, when and by whom: what is saved next names it. */
  version: number
  at: number | null
  by: string | null
  /** The version that is in force, whose values these are; 0 is the defaults. */
  in_force: number
  /** What was saved to come into force on a later day, where it differs. */
  coming: { version: number; from_date: string } | null
  values: Record<string, unknown>
  /** The write-only fields that have a value. */
  held: string[]
}

/** One saved version of a setting: who, when, and the fields that it changed. Write-only fields are in `changed` at most. */
export interface SettingChange {
  version: number
  at: number
  by: string
  /** The version that it put back; 0 is the defaults. */
  restored: number | null
  /** The day from which it is in force; null: from when it was saved. */
  from_date: string | null
  changed: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The numbers of 工作台; amounts in fen. */
export interface WorkbenchNumbers {
  /** Bills that are due and not settled. */
  arrears: { count: number; price: number }
  /** Contracts that end within 30 days, in the 30 after, and in the 30 after that. */
  ends: [number, number, number]
  /** Approvals that wait for the caller. */
  audits: number
  viewings: number
  vacant: number
  /** What the vacant rooms would bring in a month by their standard rent, in fen. */
  vacant_rent: number
  rooms: number
  waiting: number
  /** Rent of the last six months, by the month in which a period begins. */
  months: { month: string; receivable: number; received: number }[]
}

/** What rooms did not bring in a month (`YYYY-MM`) because they stood empty: the days of all rooms together, and the rent by their standard rent, in fen. */
export interface VacantMonth {
  month: string
  days: number
  lost: number
}

/** The queue in a month (`YYYY-MM`): how many households came to it, how many were done with (signed or void), and how many waited at its end, or today. */
export interface QueueMonth {
  month: string
  came: number
  left: number
  waiting: number
  /** Whether the list can be read as it was at its end. */
  is_kept: boolean
}

/** A community as 小区主页 shows it. */
export interface CommunityHome {
  community_id: number
  name: string
  p_id: number
  project: string
  address: string
  longitude: number | null
  latitude: number | null
  rooms: number
  let: number
  /** Ids of pictures of its rooms. */
  imgs: number[]
  buildings: { building: string; rooms: number; let: number }[]
  /** Rent owed and received in the last twelve months, in fen. */
  receivable: number
  received: number
  /** Communities of the same operator, to draw where this one lies among them. */
  around: { community_id: number; name: string; longitude: number; latitude: number }[]
}
