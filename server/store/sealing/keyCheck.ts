import { sql } from 'kysely'
import type { Database, Queryable } from '../connection/database.ts'
import { finishRotation } from '../writing/nextKey.ts'
import { giveSealer, readSealer, type Sealer } from './sealer.ts'
import type { KeyHolder } from './secretKey.ts'

const NAME = 'key_check'

/** Thrown where a node has another key than the one that the store's personal numbers are sealed with, or a key cannot be changed. */
export class KeyError extends Error {
  override name = 'KeyError'
}

const REFUSAL =
  '数据库里的手机号、身份证号等是用另一把密钥封存的：请设与其他节点相同的 SECRET_KEY，或把原来的 secret.key 放回 DATA_DIR（从备份恢复时要一起恢复），再启动'

/** Gives with which key a store's numbers are sealed; null where none is noted yet. */
export const notedKey = async (db: Queryable): Promise<string | null> => {
  const { rows: tables } = await sql<{ there: boolean }>`select to_regclass('setting') is not null as there`.execute(db)
  if (!tables[0]?.there) return null
  const { rows } = await sql<{ value: string }>`select value #>> '{}' as value from setting where name = ${NAME}`.execute(db)
  return rows[0]?.value ?? null
}

/** Gives a store the key of this node, before anything is sealed; throws KeyError where its numbers are sealed with another. */
export const unlock = async (db: Database, holder: KeyHolder): Promise<Sealer> => {
  const noted = await notedKey(db)
  let sealer = await readSealer(holder)
  if (noted !== null && noted !== sealer.fingerprint) {
    if (!(await finishRotation(holder, noted))) throw new KeyError(REFUSAL)
    sealer = await readSealer(holder)
  }
  giveSealer(db, sealer)
  return sealer
}

/** Notes the key that a store's numbers are sealed with, where none is noted yet; throws KeyError where another node was first with another key. */
export const noteKey = async (db: Queryable, { fingerprint }: Sealer): Promise<void> => {
  await sql`insert into setting (name, value) values (${NAME}, to_jsonb(${fingerprint}::text)) on conflict (name) do nothing`.execute(db)
  if ((await notedKey(db)) !== fingerprint) throw new KeyError(REFUSAL)
}

/** Notes another key than before. */
export const noteNewKey = async (db: Queryable, { fingerprint }: Sealer): Promise<void> => {
  await sql`update setting set value = to_jsonb(${fingerprint}::text) where name = ${NAME}`.execute(db)
}
