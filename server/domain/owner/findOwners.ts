import { sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import owner from '../../../src/resources/owner/owner.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { PLANNED_ANEW } from '../../store/connection/client.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'
import { peopleBy } from '../tenant/index.ts'

/** An owner as the search boxes show one; the phone is masked. */
export type FoundOwner = Row<'owner', 'owner_id' | 'name' | 'phone'>

/**
 * Gives owners whose name begins with what was typed, or whose phone, card or social credit code it is, the latest first; one that is retired or was merged into another only where those of `ids` are
 * wanted. Throws 400 and 429 as `peopleBy` does.
 */
export const findOwners = async (
  context: Context,
  { keyword = '' }: { keyword?: string },
  { chosen, part, isNaming }: Asked,
): Promise<FoundOwner[]> => {
  const typed = keyword.trim()
  const { rows } = await sql<FoundOwner>`${PLANNED_ANEW}
    select owner_id, name, phone from owner
    where ((${await peopleBy(context, resourceNamed('owner'), typed)}) or code = ${typed.toUpperCase()})
      and ${chosen} and (${isNaming} or retired = ${inState(owner, 'offered')})
    order by owner_id desc ${part}
  `.execute(context.tx)
  return rows
}
