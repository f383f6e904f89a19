import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { SIGNED_PAPER } from './papers.ts'
import { type PaperValues, paperValues } from './paperValues.ts'

/** Who is asked to sign opposite the operator: a tenant, or a company, for which its contact does. */
export interface SigningParty {
  is: 'person' | 'company'
  /** The record whose telephone is called, by its column `phone`. */
  resource: 'lessee' | 'company'
  key: number
  name: string
  /** Masked. */
  phone: string
  /** The credit code of a company. */
  code?: string
}

/** What can be signed electronically: how the mechanism of server/domain/signing finds whom to ask, what to show, and what a signature does. */
export interface Signable {
  resource: 'contract' | 'lease'
  /** What it is called where somebody is asked to sign it. */
  noun: string
  /** The system's move that a signature makes. It is given `sign_way`, and what else the signing has. */
  move: string
  /** The print that keeps what was signed. */
  paper: string
  /** Somebody signs for the party, a company: with name and position, which the move is given (`signatory`, `signatory_post`). */
  isForCompany: boolean
  /** Throws 409 where there is nobody to sign. */
  partyOf: (db: Queryable, key: number) => Promise<SigningParty>
  /** Undefined where there is no such record. */
  paperOf: (db: Queryable, key: number, now: number) => Promise<PaperValues | undefined>
}

/** A tenant's contract, signed by the tenant. */
export const contractSignable: Signable = {
  resource: 'contract',
  noun: '租赁合同',
  move: 'sign',
  paper: SIGNED_PAPER.name,
  isForCompany: false,
  partyOf: async (db, key) => {
    const { rows } = await sql<Omit<SigningParty, 'is' | 'resource'>>`
      select l.custom_id as key, l.name, l.phone from contract c join lessee l on l.custom_id = c.custom_id where c.contract_id = ${key}
    `.execute(db)
    if (!rows[0]) throw new CallError(409, '这份合同没有租客，不能由租客签署')
    return { is: 'person', resource: 'lessee', ...rows[0] }
  },
  paperOf: async (db, key, now) => (await paperValues(db, [key], now)).get(key),
}
