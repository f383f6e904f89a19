import DataLoader from 'dataloader'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { MaskedKind } from '../../src/core/kinds.ts'
import { isMaskedKind } from '../../src/core/kinds.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { cleanNumber, findsNumber } from '../../src/protocol/masks.ts'
import { foundByHash } from '../store/reading/filters.ts'
import { keyList } from '../store/reading/keyList.ts'
import { sealerOf } from '../store/sealing/sealer.ts'
import type { Context } from './defineCall.ts'
import { countSearch } from './numberSearches.ts'

type Params = Readonly<Record<string, unknown>>

/** What a right is asked with. */
type Rights = Pick<Context, 'tx' | 'session' | 'rights'>

type Held = DataLoader<string, boolean>

const heldBy = new WeakMap<Context['session'], WeakMap<Context['tx'], Held>>()

/** Asks what is wanted of one session in one transaction in the same moment as one query; nothing is kept: a right may go while a call runs. */
const askHeld = ({ tx, session, rights = tx }: Rights): Held =>
  new DataLoader(
    async (codes) => {
      const { rows } = await sql<{ code: string }>`
        select c.code from account a join role r on r.role_id = coalesce(${session.asRole}::integer, a.role_id),
          unnest(${keyList([...new Set(codes)], 'text')}) as c (code)
        where a.user_id = ${session.userId} and r.permission && array['*', c.code]
      `.execute(rights)
      const held = new Set(rows.map(({ code }) => code))
      return codes.map((code) => held.has(code))
    },
    { cache: false },
  )

/** Gives which codes a session holds beside that of the call it makes: as its account, or as the role that it looks as. */
export const codesHeld = async (context: Rights, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  const loaders = heldBy.get(context.session) ?? new WeakMap<Context['tx'], Held>()
  const loader = loaders.get(context.tx) ?? askHeld(context)
  heldBy.set(context.session, loaders.set(context.tx, loader))
  const answers = await Promise.all(codes.map((code) => loader.load(code)))
  return new Set(codes.filter((_, index) => answers[index]))
}

const TELL_WHO = '按末四位查找须同时填写姓名'

/**
 * Gives what finds the number that was typed: the hash of a whole one, or the last four characters. Without the right to see numbers in
 * full the latter needs a name beside it, and each search counts: whoever may only guess gets few guesses. 400 for a part of a number.
 */
export const findableNumber = async (
  context: Context,
  resource: CompleteResource,
  field: { name: string; label: string; is: MaskedKind },
  typed: string,
  hasName: boolean,
): Promise<string> => {
  const found = findsNumber(field.is, typed)
  if (!found) throw new CallError(400, `${field.label}请填写完整号码，或末四位`, { field: field.name })
  const { reveal } = resource.calls
  const mayReveal = reveal !== null && (await codesHeld(context, [reveal])).has(reveal)
  if (!mayReveal) {
    if (found === 'end' && !hasName) throw new CallError(400, TELL_WHO, { field: field.name })
    await countSearch(context, resource)
  }
  return found === 'whole' ? foundByHash(sealerOf(context.tx).hash(field.is, typed)) : cleanNumber(typed)
}

/** Gives the params of a list with what finds them in the place of typed personal numbers. */
export const findable = async (context: Context, resource: CompleteResource, params: Params): Promise<Params> => {
  const typed = resource.columns.flatMap(({ name, label, is }) => {
    const value = params[name]
    return isMaskedKind(is) && typeof value === 'string' && value !== '' ? [{ name, label, is, value }] : []
  })
  if (typed.length === 0) return params
  const title = params[resource.title]
  const hasName = !isMaskedKind(resource.column[resource.title]?.is) && typeof title === 'string' && title.trim() !== ''
  const found: Record<string, unknown> = { ...params }
  for (const { value, ...field } of typed) found[field.name] = await findableNumber(context, resource, field, value, hasName)
  return found
}
