/** How many of each kind the palette shows. */
export const FOUND_EACH = 6

/** From how many letters on everything is looked for; fewer find people by the beginning of their name. */
const ENOUGH = 2

/** Whether what was typed is too short to look for more than names that begin with it. */
export const isShortSearch = (typed: string): boolean => [...typed].length < ENOUGH

/** What /api/search/find answers: of each kind the first few, newest first. */
export interface FoundRecords {
  person: { id: number; name: string; phone: string }[]
  owner: { id: number; name: string; phone: string }[]
  room: { id: number; name: string }[]
  contract: { id: number; sn: string; name: string }[]
  bill: { id: number; sn: string; name: string }[]
  /** Why people were not looked for by a number; null where they were, or none was typed. */
  note: string | null
}
