import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { Context } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'
import { addMatches } from '../matching/index.ts'

/** Money that came in, and the room that it is for. */
interface Receipt {
  flow_id: number
  type: number
  org_id?: number
}

interface Share {
  share_id: number
  org_id: number | null
  is_void: number
  rest: number
}

const gone = (message: string): CallError => new CallError(409, message, { field: 'price' })

/**
 * Has money that was taken for a bill settle it (postings.md, 核销): what its payer owes first, then the other party. What is more than the bill
 * owes stays with the entry. 400 for money that goes out, or for another room than the bill's; 404 for a bill out of scope; 409 for one
 * that was settled or voided meanwhile.
 */
export const payBill = async ({ tx, session }: Context, bill_id: number, receipt: Receipt): Promise<void> => {
  if (receipt.type !== 1) throw new CallError(400, '收款须是收入', { field: 'type' })
  const { rows } = await sql<Share>`
    select s.share_id, b.org_id, b.is_void, s.price - s.paid as rest
    from bill_share s join bill b on b.bill_id = s.bill_id
    where s.bill_id = ${bill_id} and ${inScope(session.scope, 'b.p_id')}
    order by (s.party = b.payer) desc, s.share_id for no key update of b
  `.execute(tx)
  const [first] = rows
  if (!first) throw new CallError(404, '没有这张账单，或不在您负责的项目内')
  if (first.org_id !== null && first.org_id !== receipt.org_id) throw new CallError(400, '所选房间不是账单的房间', { field: 'org_id' })
  if (first.is_void === 1) throw gone('该账单已作废，不能收款')
  const owed = rows.filter(({ rest }) => rest > 0)
  // Where nothing is owed any more the matching says why.
  const shares = (owed.length > 0 ? owed : rows).map(({ share_id }) => share_id)
  await addMatches({ tx, session }, [{ kind: 3, flows: [receipt.flow_id], shares }])
}
