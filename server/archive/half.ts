import { sql } from 'kysely'
import type { Queryable } from '../store/connection/database.ts'
import { ArchiveError } from './archiveError.ts'

const NAME = 'unarchiving'

/** Marks a store as one that is being made of an archive: nobody may work in it yet. */
export const noteHalf = async (db: Queryable): Promise<void> => {
  await sql`insert into public.setting (name, value) values (${NAME}, 'true') on conflict (name) do nothing`.execute(db)
}

/** Takes the mark away: the store was looked at and all agrees. */
export const noteWhole = async (db: Queryable): Promise<void> => {
  await sql`delete from setting where name = ${NAME}`.execute(db)
}

/** Throws ArchiveError where a store is half made of an archive. */
export const refuseHalf = async (db: Queryable): Promise<void> => {
  const { rows: tables } = await sql<{ there: boolean }>`select to_regclass('setting') is not null as there`.execute(db)
  if (!tables[0]?.there) return
  const { rows } = await sql<{ is_half: boolean }>`select exists (select from setting where name = ${NAME}) as is_half`.execute(db)
  if (rows[0]?.is_half)
    throw new ArchiveError('这个数据库是 npm run unarchive 做到一半的，没有核对过：请清空它（或另建一个空库），再做一次')
}
