import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Signable, SigningParty } from '../contract/index.ts'
import { SIGNED_LEASE } from './papers.ts'
import { leasePapers } from './paperValues.ts'

/** A whole lease, signed for the company by its contact, or by whom that gives the link's page to. */
export const leaseSignable: Signable = {
  resource: 'lease',
  noun: '整租合同',
  move: 'accept',
  paper: SIGNED_LEASE.name,
  isForCompany: true,
  partyOf: async (db, key) => {
    const { rows } = await sql<Omit<SigningParty, 'is' | 'resource'>>`
      select f.company_id as key, f.name, f.phone, f.code from lease t join company f on f.company_id = t.company_id where t.lease_id = ${key}
    `.execute(db)
    if (!rows[0]) throw new CallError(404)
    return { is: 'company', resource: 'company', ...rows[0] }
  },
  paperOf: async (db, key, now) => (await leasePapers(db, [key], now)).get(key),
}
