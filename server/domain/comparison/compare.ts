import { sql } from 'kysely'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import type { comparedForm } from '../../../src/schemas/comparison/comparison.ts'
import type { Session } from '../../caller/session.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { refuseSameFile } from '../../imports/layouts/sameFile.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import type { Scope } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { insertRow } from '../../store/writing/write.ts'
import { readSetting } from '../setting/index.ts'
import { type BureauRow, bureauFile } from './bureaus.ts'
import { comparedPersons } from './persons.ts'
import type { ReadFile } from './readFile.ts'
import type { Doubt, Household, Told } from './rules/household.ts'

interface Match {
  apply_id: number
  member: number
  name: string
  /** The line's place in the file, from 1. */
  place: number
}

/** Gives those of whom the file has lines, with their places. */
const matchesOf = async (tx: Tx, { hashes }: ReadFile, scope: Scope): Promise<Match[]> => {
  const { rows } = await sql<Match>`
    select p.apply_id, p.member, p.name, f.place::integer as place
    from (${comparedPersons(scope)}) p join unnest(${keyList(hashes, 'bytea')}) with ordinality as f (hash, place) on f.hash = p.hash
    order by p.apply_id, p.member, f.place
  `.execute(tx)
  return rows
}

type Known = Household & Row<'qualification', 'apply_id' | 'p_id'>

/** Gives the households as they were declared. */
const householdsOf = async (tx: Tx, keys: readonly number[]): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    select q.apply_id, q.p_id, q.income, q.family_size, q.housing_area::float8 as housing_area,
      q.custom_name || array(select m.name from member m where m.apply_id = q.apply_id order by m.member_id) as names
    from qualification q where q.apply_id = any(${keyList(keys)}) order by q.apply_id
  `.execute(tx)
  return rows
}

/** The lines of each household; the very same line of a person counts once. */
const linesOf = (matches: readonly Match[], rows: readonly BureauRow[]): Map<number, Told<BureauRow>[]> => {
  const seen = new Set<string>()
  const lines = new Map<number, Told<BureauRow>[]>()
  for (const { apply_id, member, name, place } of matches) {
    const row = rows[place - 1]
    const key = `${apply_id} ${member} ${JSON.stringify(row)}`
    if (!row || seen.has(key)) continue
    seen.add(key)
    lines.set(apply_id, [...(lines.get(apply_id) ?? []), { who: { member, name }, row }])
  }
  return lines
}

type Found = Doubt & Row<'qualification', 'apply_id' | 'p_id'>

/** Keeps doubts, but those that were found before; gives how many. */
const keepDoubts = async (
  tx: Tx,
  found: readonly Found[],
  { comparison_id, bureau, userId }: { comparison_id: number; bureau: number; userId: number },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    insert into doubt (apply_id, person, bureau, rule, declared, found, comparison_id, mark, p_id, created_by)
    select apply_id, left(person, 200), ${bureau}::smallint, rule, left(declared, 500), left(found, 500), ${comparison_id}::integer, mark, p_id, ${userId}::integer
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f (apply_id integer, person text, rule smallint, declared text, found text, mark text, p_id integer)
    on conflict (apply_id, mark) do nothing
  `.execute(tx)
  return Number(numAffectedRows)
}

/** What is compared: whose file, of which day, for which project (null is all). */
interface Asked {
  bureau: number
  as_of: string
  project: number | null
}

/** Compares a bureau's file with what those who are compared have declared, and keeps the batch and its doubts: by as many queries whatever the file has. */
export const compareFile = async (
  { tx, session }: { tx: Tx; session: Pick<Session, 'userId' | 'scope'> },
  { bureau, as_of, project }: Asked,
  file: ReadFile,
): Promise<{ comparison_id: number; matched: number; doubts: number; known: number }> => {
  const matches = await matchesOf(tx, file, project === null ? null : [project])
  const lines = linesOf(matches, file.rows)
  const { car_limit: carLimit } = await readSetting(tx, applicationSetting)
  const judge = bureauFile(bureau).judge({ carLimit, rows: file.rows })
  const found = (await householdsOf(tx, [...lines.keys()])).flatMap((household) => {
    const { apply_id, p_id } = household
    return judge(household, lines.get(apply_id) ?? []).map((doubt): Found => ({ ...doubt, apply_id, p_id }))
  })
  const matched = new Set(matches.map(({ apply_id, member }) => `${apply_id} ${member}`)).size
  const { name, sha256, rows } = file
  const batch = { bureau, as_of, file_name: name.slice(0, 200), sha256, lines: rows.length, matched, doubts: 0, p_id: project }
  const comparison_id = await insertRow(tx, resourceNamed('comparison'), batch, session.userId)
  const doubts = await keepDoubts(tx, found, { comparison_id, bureau, userId: session.userId })
  await tx.updateTable('comparison').set({ doubts }).where('comparison_id', '=', comparison_id).execute()
  return { comparison_id, matched, doubts, known: found.length - doubts }
}

/**
 * Compares the file that was sent, and gives what staff read of it: all or nothing. Throws 400 where the project is none of the
 * caller's, 409 where the very same file was compared before.
 */
export const compare = async (context: Context<Session, ReadFile>, { bureau, p_id, as_of }: FormValue<typeof comparedForm>) => {
  const { tx, session, prepared } = context
  const project = await ownProject(tx, session.scope, p_id)
  await refuseSameFile(tx, 'comparison', prepared.sha256, project)
  const { known, ...made } = await compareFile(context, { bureau, as_of, project }, prepared)
  const found = `${prepared.rows.length} 行，比中 ${made.matched} 人，新疑点 ${made.doubts} 条`
  return { ...made, said: known > 0 ? `${found}，另 ${known} 条以前已有` : found }
}
