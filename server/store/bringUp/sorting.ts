import { sql } from 'kysely'
import type { Database, Queryable } from '../connection/database.ts'
import { unhurried } from '../connection/transaction.ts'
import { StartError } from '../startError.ts'

const LOCK = 826111

/** A set of rules by which text is put in order, of which the store's indexes were made by another version than the PostgreSQL that runs has. */
interface Changed {
  /** As the statement names it that notes the version: `database "anju"`. */
  name: string
  was: string
  is: string
}

/** Those of the database and of what is made in it; what has no version (the order of the bytes) never changes. */
const changedIn = async (db: Queryable): Promise<Changed[]> => {
  const { rows } = await sql<Changed>`
    select name, was, "is" from (
      select format('database %I', datname) as name, datcollversion as was, pg_database_collation_actual_version(oid) as "is"
      from pg_database where datname = current_database()
      union all
      select format('collation %s', oid::regcollation), collversion, pg_collation_actual_version(oid)
      from pg_collation where collnamespace <> 'pg_catalog'::regnamespace
    ) each where was <> "is"
  `.execute(db)
  return rows
}

const indexesOfText = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, x.relname) as name
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = x.relnamespace
    where x.relkind = 'i' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and exists (select from unnest(i.indcollation) used join pg_collation c on c.oid = used where c.collprovider <> 'c' or c.collversion is not null)
    order by x.oid
  `.execute(db)
  return rows.map(({ name }) => name)
}

const rebuild = async (db: Queryable, index: string): Promise<void> => {
  try {
    await sql.raw(`reindex index ${index}`).execute(db)
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string }
    if (code !== '23505') throw error
    throw new StartError(`PostgreSQL 的文字排序规则换过版本，索引 ${index} 重建不了，有重复的（${detail}）：请改掉其中一条，再启动`)
  }
}

/**
 * Where the PostgreSQL that runs has another version of the rules by which text is put in order than the one that the indexes were made with (another ICU: a restored
 * or copied database on another system, a newer system beneath the same one), has them made anew, for by the former order rows are no more found and doubles let in. Tells
 * it by `tell`. Throws StartError where two rows are alike by now. From https://www.postgresql.org/docs/current/sql-altercollation.html, Notes.
 */
export const sortAnew = async (db: Database, tell: (text: string) => void): Promise<void> => {
  if ((await changedIn(db)).length === 0) return
  await unhurried(db, async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      // Another node may have done it while this one waited.
      const changed = await changedIn(connection)
      if (changed.length === 0) return
      const indexes = await indexesOfText(connection)
      const versions = [...new Set(changed.map(({ was, is }) => `${was} → ${is}`))].join('，')
      tell(`这里的 PostgreSQL 的文字排序规则与数据库原来的版本不同（${versions}）：重建 ${indexes.length} 个索引，请稍候`)
      for (const index of indexes) await rebuild(connection, index)
      for (const { name } of changed)
        await sql.raw(`alter ${name} refresh${name.startsWith('database') ? ' collation' : ''} version`).execute(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {})
    }
  })
}
