/** What get_info tells of the user (spec.md section 7; design.md, Access). */
export interface UserInfo {
  user_id: number
  name: string
  avatar: string
  role: string
  /** Keys that open screens. */
  access: string[]
  /** Codes of calls that the user may make. */
  permission: string[]
  /** Ids of sidebar entries that are hidden. */
  sidebar: string[]
  /** Whether the data is the sample operator's. */
  sample: boolean
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
