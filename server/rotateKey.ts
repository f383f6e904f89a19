import { sql } from 'kysely'
import type { Config } from './config.ts'
import { sealDraftsAnew } from './domain/applying/index.ts'
import { sealCertificatesAnew } from './domain/netSign/index.ts'
import { sealSecretsAnew } from './domain/setting/index.ts'
import { sealPapersAnew } from './prints/sealAnew.ts'
import type { Database } from './store/connection/database.ts'
import { KeyError, noteNewKey } from './store/sealing/keyCheck.ts'
import { sealerWith } from './store/sealing/sealer.ts'
import { sealAnew } from './store/sealing/sealStored.ts'
import { keyOfText, rootKey } from './store/sealing/secretKey.ts'
import { nextKeyIn, putNextKey } from './store/writing/nextKey.ts'

/** Nodes that hold the old key would write what nobody can open. */
const refuseOthers = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where application_name in ('anju', 'anju job') and pid <> pg_backend_pid())
      -- With the embedded store this very process is a node, too (server/store/embedded/membership.ts).
      + greatest(count(*) filter (where application_name = 'anju-node') - 1, 0) as n
    from pg_stat_activity where datname = current_database()
  `.execute(db)
  if ((rows[0]?.n ?? 0) > 0) throw new KeyError('还有节点在运行：请停掉所有节点，再更换密钥')
}

const nextKey = async ({ dataDir, secretKey, newSecretKey }: Config): Promise<Buffer> => {
  if (secretKey === '') return nextKeyIn(dataDir)
  if (newSecretKey === '') throw new KeyError('密钥由 SECRET_KEY 给出：请在 NEW_SECRET_KEY 中给出新的，再更换')
  return keyOfText(newSecretKey)
}

/**
 * Seals everything anew under a new key, all or nothing, while no node runs; gives what to tell the operator. Throws KeyError where a
 * node runs, or no new key is given. Files of imports stay under the old key: they have but their few days, and can be sent again.
 */
export const rotateKey = async (db: Database, config: Config): Promise<string> => {
  await refuseOthers(db)
  const [from, to] = [await rootKey(config), await nextKey(config)]
  const [old, next] = [sealerWith(from), sealerWith(to)]
  const sealed = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const numbers = await sealAnew(tx, old, next)
    const secrets = await sealSecretsAnew(tx, from, to)
    const certificates = await sealCertificatesAnew(tx, from, to)
    await sealPapersAnew(tx, old, next)
    await sealDraftsAnew(tx, old, next)
    await noteNewKey(tx, next)
    return { numbers, secrets: secrets + certificates }
  })
  const done = `已用新密钥重新封存 ${sealed.numbers} 个号码、${sealed.secrets} 项设置密钥。`
  if (config.secretKey !== '') return `${done}\n从现在起请以新的 SECRET_KEY 启动所有节点；之前的备份仍要用旧的。`
  const kept = await putNextKey(config.dataDir)
  return `${done}\n旧密钥留在 ${kept}：之前的备份要用它，请移到别处妥善保管。`
}
