import { sql } from 'kysely'
import { settings } from '../../../src/declared/settings.ts'
import { secretsOf } from '../../../src/derive/settings.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { sealSecretAnew } from './secrets.ts'

/** Seals the keys that settings hold anew, in every version, under another root key; gives how many. */
export const sealSecretsAnew = async (tx: Tx, from: Buffer, to: Buffer): Promise<number> => {
  let count = 0
  // What was set stays as it was; only how it is kept changes.
  await sql`alter table setting_version disable trigger setting_append_only`.execute(tx)
  for (const { name, form } of settings) {
    const secrets = secretsOf(form)
    if (secrets.length === 0) continue
    const { rows } = await sql<Row<'setting_version', 'version' | 'content'>>`
      select version, content from setting_version where setting = ${name}
    `.execute(tx)
    for (const { version, content } of rows) {
      const held = secrets.filter((secret) => typeof content[secret] === 'string')
      const anew = held.map((secret) => [secret, sealSecretAnew(`${name}.${secret}`, String(content[secret]), from, to)])
      if (held.length === 0) continue
      await sql`
        update setting_version set content = content || ${JSON.stringify(Object.fromEntries(anew))}::jsonb where setting = ${name} and version = ${version}
      `.execute(tx)
      count += held.length
    }
  }
  await sql`alter table setting_version enable trigger setting_append_only`.execute(tx)
  return count
}
