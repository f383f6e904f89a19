import { type RawBuilder, sql } from 'kysely'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { findsNumber } from '../../../src/protocol/masks.ts'
import contract from '../../../src/resources/contract/contract.ts'
import tenant from '../../../src/resources/tenant/lessee.ts'
import type { Context } from '../../calls/defineCall.ts'
import { findableNumber } from '../../calls/findable.ts'
import type { Asked } from '../../calls/lookupCall.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import { PLANNED_ANEW } from '../../store/connection/client.ts'
import { inScope, startsWith } from '../../store/reading/filters.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'

const lessee = resourceNamed('lessee')
/** Whose numbers are looked for in a box that takes a name or a number. */
const NUMBERS = (['phone', 'card'] as const).map((is) => ({ name: 'keyword', label: is === 'phone' ? '手机号' : '身份证号', is }))

/** A name, or none, and the last four characters of a number. What has other digits before them is a number of something else: of a bill, a room. */
const BY_END = /^(\D*?)\s*(\d{3}[\dXx])$/

/** Whether what was typed finds people by a personal number. */
export const isByNumber = (typed: string): boolean => BY_END.test(typed) || NUMBERS.some(({ is }) => findsNumber(is, typed) === 'whole')

/**
 * Gives the condition on the table of people (of a `name`, a `phone` and a `card`) for what was typed to find someone: a name's beginning;
 * a whole number, or a name and the last four characters of one. Throws 400 where the end needs a name beside it, 429 where the caller
 * has searched by numbers too often.
 */
export const peopleBy = async (context: Context, people: CompleteResource, typed: string): Promise<RawBuilder<unknown>> => {
  const number = NUMBERS.find(({ is }) => findsNumber(is, typed) === 'whole')
  if (number) {
    await findableNumber(context, people, number, typed, false)
    return sql`${sql.id(hashName(number.is))} = ${sealerOf(context.tx).hash(number.is, typed)}`
  }
  const [, name = typed, end] = BY_END.exec(typed) ?? []
  const byName = name === '' ? sql`true` : startsWith(sql.id('name'), name)
  if (end === undefined) return byName
  const last = await findableNumber(context, people, NUMBERS[0] as (typeof NUMBERS)[number], end, name !== '')
  return sql`${byName} and (right(phone, 4) = ${last} or right(card, 4) = ${last})`
}

/** Gives the condition on `lessee` for what was typed, as `peopleBy` does. */
export const tenantsBy = (context: Context, typed: string): Promise<RawBuilder<unknown>> => peopleBy(context, lessee, typed)

/** A tenant as the search boxes show one; the numbers are masked. */
export interface FoundTenant {
  custom_id: number
  name: string
  card: string
  phone: string
}

/** Tenants whose name begins with what was typed, or whose number it is; none that was merged into another, nor `custom_id`. Numbers are masked: who may see one in full asks for it one by one. */
export const findTenants = async (
  context: Context,
  { keyword = '', show = 0, custom_id: not = null }: { keyword?: string; show?: number; custom_id?: number | null },
  { chosen, part, isNaming }: Pick<Asked, 'chosen' | 'part' | 'isNaming'>,
): Promise<FoundTenant[]> => {
  const { tx, session } = context
  const { rows } = await sql<FoundTenant>`${PLANNED_ANEW}
    select custom_id, name, card, phone from lessee
    where ${await tenantsBy(context, keyword.trim())} and ${chosen} and ${inScope(session.scope, 'p_id')}
      and (${isNaming} or (standing = ${inState(tenant, 'kept')} and custom_id is distinct from ${not}::integer))
      and (${show} = 0 or exists (select from contract c where c.custom_id = lessee.custom_id and c.status in (${inSet(contract, 'lets')})))
    order by custom_id desc ${part}
  `.execute(tx)
  return rows
}
