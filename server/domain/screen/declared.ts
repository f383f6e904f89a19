import { sql } from 'kysely'
import { isBearable } from '../../../src/core/check/checkResources.ts'
import { checkRunTime } from '../../../src/core/check/checkRunTime.ts'
import type { Problem } from '../../../src/core/check/shape.ts'
import { CallError } from '../../../src/core/errors.ts'
import { withStates } from '../../../src/core/life.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { isReferable } from '../../../src/declared/choosers.ts'
import { declareAtRunTime, declaredVersion, fileResources } from '../../../src/declared/declared.ts'
import { problemsAmong } from '../../../src/declared/problems.ts'
import { completeAll } from '../../../src/derive/complete.ts'
import { provideLinearEngine } from '../../../src/derive/patterns/linearPatterns.ts'
import { compileLinear } from '../../../src/derive/patterns/re2.ts'
import screen from '../../../src/resources/screen/screen.ts'
import { codeCalls } from '../../calls/registry.ts'
import { domainLetters } from '../../prints/registry.ts'
import type { Database, Queryable } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'

provideLinearEngine(compileLinear)

/** Gives what is published now, by name, and the number of the last change of it. */
export const readPublished = async (db: Queryable): Promise<{ at: number; screens: Resource[] }> => {
  const { rows } = await sql<{ at: number; screens: Resource[] }>`
    select d.at, coalesce((
      select json_agg(v.declaration order by s.screen_id) from screen s join screen_version v on v.screen_id = s.screen_id and v.no = s.no where s.state = ${inState(screen, 'published')}
    ), '[]') as screens from declared_version d
  `.execute(db)
  return rows[0] ?? { at: 0, screens: [] }
}

/** Gives the names that no screen made at run time may have: what the store and the calls of the code use. */
export const takenNames = async (db: Queryable): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relname not in (select s.name from screen s where exists (select from screen_version v where v.screen_id = s.screen_id))
      and not exists (select from pg_index i join screen s on i.indrelid = to_regclass(quote_ident(s.name)) where i.indexrelid = pg_class.oid)
  `.execute(db)
  const called = [...codeCalls().keys()].map((path) => path.split('/')[2] ?? '')
  return new Set([...rows.map(({ name }) => name), ...called, ...fileResources.map(({ name }) => name)].map((name) => name.toLowerCase()))
}

/** Gives the letters with which the numbers of papers begin: those of the code, of what is published, and of this draft. */
export const lettersTaken = async (db: Queryable, draft: Resource): Promise<Set<string>> => {
  const { screens } = await readPublished(db)
  const declared = [...fileResources, ...screens, draft].flatMap(({ prints }) => Object.values(prints ?? {}))
  return new Set([...domainLetters(), ...declared.map(({ letters }) => letters)])
}

const choicesAmong = (others: readonly Resource[]): Map<string, string[]> =>
  new Map([
    ...fileResources.flatMap((resource): [string, string[]][] =>
      isReferable(resource) && resource.choices ? [[resource.name, [resource.choices]]] : [],
    ),
    ...completeAll(others).map(({ name, calls }): [string, string[]] => [name, [`/api/${name}/index`, calls.choose ?? []].flat()]),
  ])

/** The columns of what there is: of files, and of the other screens. */
const columnsAmong =
  (others: readonly Resource[]) =>
  (target: string): Resource['columns'] => {
    const made = others.find(({ name }) => name === target)
    const file = fileResources.find(({ name }) => name === target)
    return (made && withStates(made).columns) ?? Object.fromEntries((file?.columns ?? []).map(({ name, spec }) => [name, spec]))
  }

const isPattern = (pattern: string): boolean => {
  try {
    compileLinear(pattern)
    return true
  } catch {
    return false
  }
}

/** Gives every mistake of a declaration that is to be a screen: those of any declaration, then those of one made at run time. */
export const problemsOf = async (db: Queryable, raw: unknown): Promise<Problem[]> => {
  const { screens } = await readPublished(db)
  const others = screens.filter(({ name }) => name !== (raw as Partial<Resource> | null)?.name)
  const general = problemsAmong(raw, others)
  return general.length > 0
    ? general
    : checkRunTime(raw, {
        taken: await takenNames(db),
        choices: choicesAmong(others),
        columnsOf: columnsAmong(others),
        letters: domainLetters(),
        isPattern,
      })
}

/** What keeps a page that is published from being shown among others; undefined where nothing does. */
export const unfitAmong = (page: Resource, among: readonly Resource[]): Problem | undefined =>
  problemsAmong(
    page,
    among.filter(({ name }) => name !== page.name),
  ).find((problem) => !isBearable(problem))

/** Held until the transaction ends: of two who change what is declared at once the second sees what the first has made of it. */
export const holdDeclared = async (tx: Queryable): Promise<void> => {
  await sql`select from declared_version for update`.execute(tx)
}

/**
 * 409 where other pages that are shown now could be shown no more were `next` published under a name, or, where it is null, nothing: one lists records of that page by a
 * field, say. Every node would leave them out without a word.
 */
export const refuseBreaking = async (db: Queryable, name: string, next: Resource | null): Promise<void> => {
  const { screens } = await readPublished(db)
  const others = screens.filter((screen) => screen.name !== name)
  const then = next ? [...others, next] : others
  for (const other of others) {
    const wrong = unfitAmong(other, then)
    if (wrong && !unfitAmong(other, screens)) throw new CallError(409, `页面“${other.label}”会因此用不了，请先改它：${wrong.message}`)
  }
}

/** Those of some pages that can be shown: none that is wrong beside the others, and so none that needs one which is left out. */
const soundAmong = (screens: readonly Resource[]): readonly Resource[] => {
  const sound = screens.filter((screen) => !unfitAmong(screen, screens))
  return sound.length === screens.length ? sound : soundAmong(sound)
}

const under = new WeakMap<Database, Promise<void>>()

const refresh = async (db: Database): Promise<void> => {
  const { at, screens } = await readPublished(db)
  if (at === declaredVersion()) return
  // What a newer or older version of the code can make nothing of is left out rather than ending the node; 页面配置 shows it.
  declareAtRunTime(soundAmong(screens), at)
}

/** Brings what this node knows of the screens made at run time up to the store. Asked for twice at once, the store is asked once more after the first. */
export const refreshDeclared = async (db: Database): Promise<void> => {
  await under.get(db)
  const mine = refresh(db).finally(() => {
    if (under.get(db) === mine) under.delete(db)
  })
  under.set(db, mine)
  await mine
}
