import type { ApprovalStep, SetBusiness } from '../../src/core/approval.ts'
import type { Queryable, Tx } from '../store/connection/database.ts'

/** Whom steps may ask: of whose submission, of which project. */
export interface Asking {
  applicant: number
  p_id: number | null
}

/** Of which record a submission is, and what it asks for. */
export interface Submitted {
  resource: string
  action: string
  record_id: number | null
}

/** What the engine is told of the house it works in, of whose people and settings it knows nothing. */
export interface House {
  /** Gives the steps that a kind of business has to pass, in order; none where it needs no approval. */
  stepsOf: (db: Queryable, business: SetBusiness) => Promise<readonly ApprovalStep[]>
  /** Gives whom each step would ask now, in the steps' order. */
  peopleOf: (db: Queryable, steps: readonly ApprovalStep[], asking: Asking) => Promise<number[][]>
  /** Gives those of some who can decide nothing any more: their account is closed. */
  goneOf: (db: Queryable, people: readonly number[]) => Promise<number[]>
  /** Gives who may have another decide in the place of those who are gone, of a submission of a project. */
  assignersOf: (db: Queryable, p_id: number | null) => Promise<number[]>
  /** Gives who is to deal with a submission that did not pass, in the place of an applicant who cannot any more: those who may do in its project what it asked for. None where he can. */
  heirsOf: (db: Queryable, submission: { applicant_id: number; path: string; p_id: number | null }) => Promise<number[]>
  /** Says something of a record, a submission mostly, to people, in this transaction. */
  tell: (tx: Tx, people: readonly number[], title: string, content: string, about: { resource: string; id: number }) => Promise<void>
  /** Has the record stand where it stands while it is asked for, or go back whence it came. Throws 409 where it was led away. */
  stand: (tx: Tx, submitted: Submitted, isAsked: boolean) => Promise<void>
}

let known: House | null = null

/** Takes what the engine is told (server/wiring.ts), before anything is submitted. */
export const provideHouse = (house: House): void => {
  known = house
}

export const house = (): House => {
  if (!known) throw new Error('no house has been provided')
  return known
}
