import { sql } from 'kysely'
import { version } from '../../../package.json'
import type { Queryable } from '../connection/database.ts'
import { hashOf } from './hashOf.ts'
import type { Plan } from './storePlan.ts'

/** The anju that this is. */
export const RELEASE: string = version
/** Before this name was noted, all were 0.1.0. */
const FIRST = '0.1.0'
const NAME = 'release'

/** What has been done to a store, by which text. */
export interface Applied {
  name: string
  hash: string
}

/** Thrown where a store was brought up by a newer anju than this one; the message is Chinese, complete and ready to print. */
export class NewerStoreError extends Error {
  override name = 'NewerStoreError'
}

/** Gives which anju a store was brought up by. */
export const releaseOf = (applied: readonly Applied[]): string => applied.find(({ name }) => name === NAME)?.hash ?? FIRST

const numbersOf = (release: string): number[] => release.split('.').map(Number)

/** Whether one release came after another. */
const isAfter = (one: string, other: string): boolean => {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const place = a.findIndex((n, at) => n !== b[at])
  return place !== -1 && (a[place] ?? 0) > (b[place] ?? 0)
}

/** Gives what has been done to a store that this code knows nothing of: changes of a newer one. One that was laid elsewhere is known by its text. */
const unknownIn = (applied: readonly Applied[], { base, domain }: Pick<Plan, 'base' | 'domain'>): string[] => {
  const files = Object.entries({ ...base, ...domain })
  const [names, hashes] = [new Set(files.map(([name]) => name)), new Set(files.map(([, text]) => hashOf(text)))]
  return applied.flatMap(({ name, hash }) => (name.endsWith('.sql') && !names.has(name) && !hashes.has(hash) ? [name] : []))
}

/** Throws NewerStoreError where what has been done to a store says that a newer anju did it; `what` it is, where it is no database. */
export const refuseNewer = (applied: readonly Applied[], plan: Pick<Plan, 'base' | 'domain'>, what = '数据库'): void => {
  const release = releaseOf(applied)
  const [unknown] = unknownIn(applied, plan)
  if (!unknown && !isAfter(release, RELEASE)) return
  const why = unknown ? `有本版本不认识的变更 ${unknown}` : `本版本是 ${RELEASE}`
  throw new NewerStoreError(
    `${what}是较新版本的安居（${release}）做的，${why}：请换上不低于它的版本再启动；要退回，请用升级前的备份（见 docs/operating.md 的“升级与退回”）`,
  )
}

/** Gives the changes that are still to be made to a store. One that was laid elsewhere is known by its text. */
export const pendingIn = (applied: readonly Applied[], { base, domain }: Pick<Plan, 'base' | 'domain'>): string[] => {
  const [names, hashes] = [new Set(applied.map(({ name }) => name)), new Set(applied.map(({ hash }) => hash))]
  return Object.entries({ ...base, ...domain }).flatMap(([name, text]) => (names.has(name) || hashes.has(hashOf(text)) ? [] : [name]))
}

/** Gives what has been done to the store; nothing where it is empty. */
export const appliedIn = async (db: Queryable): Promise<Applied[]> => {
  const { rows } = await sql<{ there: string | null }>`select to_regclass('applied')::text as there`.execute(db)
  if (!rows[0]?.there) return []
  return (await sql<Applied>`select name, hash from applied`.execute(db)).rows
}

/** Notes that this anju has brought the store up. */
export const noteRelease = async (db: Queryable): Promise<void> => {
  await sql`
    insert into applied (name, hash) values (${NAME}, ${RELEASE}) on conflict (name) do update set hash = excluded.hash, at = epoch_now()
    where applied.hash <> excluded.hash
  `.execute(db)
}
