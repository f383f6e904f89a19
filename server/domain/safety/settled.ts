import safetySetting from '../../../src/resources/settings/safety.ts'
import { KEPT } from '../../../src/schemas/settings/safety.ts'
import type { Config } from '../../config.ts'
import type { S3Place } from '../../outbound/s3Blobs.ts'
import type { Database } from '../../store/connection/database.ts'
import { readSecrets, readSetting } from '../setting/index.ts'

/** What the environment says of backups. */
type Known = Pick<Config, 'backupDir' | 'backupKeep' | 'backupPassphrase' | 'dataDir' | 'databaseUrl' | 'secretKey'>

/** Where backups go, how many stay, and what seals them. */
export interface Settled {
  spec: { folder: string } | { s3: S3Place }
  /** Empty: there is none. */
  passphrase: string
  keep: number
}

type Values = Awaited<ReturnType<typeof readSetting<typeof safetySetting.form>>>

/** Gives the bucket that the setting names. */
const s3Of = ({ endpoint = '', region = 'auto', bucket = '', prefix = '', access_key = '' }: Values, secret: string): S3Place => ({
  endpoint,
  region,
  bucket,
  prefix,
  accessKey: access_key,
  secret,
})

/** Gives what is in force of backups, the environment's before the page's; null where there are none. */
export const settledBackup = async (db: Database, config: Known): Promise<Settled | null> => {
  const values = await readSetting(db, safetySetting)
  const isByHand = config.backupDir !== null
  if (!isByHand && values.place === 1) return null
  // Only what is used is opened: the root key may have changed since.
  const secrets = values.place === 1 ? {} : await readSecrets(db, safetySetting, config)
  const passphrase = config.backupPassphrase || (secrets.passphrase ?? '')
  const keep = config.backupKeep ?? values.keep ?? KEPT
  if (config.backupDir !== null) return { spec: { folder: config.backupDir }, passphrase, keep }
  if (values.place === 2) return { spec: { folder: values.folder ?? '' }, passphrase, keep }
  return { spec: { s3: s3Of(values, secrets.secret ?? '') }, passphrase, keep }
}

/** Gives the folder that backups go to; null where there are none, or they go to S3. */
export const backupFolder = async (db: Database, { backupDir }: Pick<Known, 'backupDir'>): Promise<string | null> => {
  if (backupDir !== null) return backupDir
  const { place, folder } = await readSetting(db, safetySetting)
  return place === 2 ? (folder ?? null) : null
}

/** Gives the time of day of the daily backup, or of the daily drill. */
export const backupTime =
  (which: 'backup_at' | 'drill_at') =>
  async (db: Database): Promise<`${number}:${number}`> => {
    const values = await readSetting(db, safetySetting)
    return (values[which] ?? (which === 'backup_at' ? '03:40' : '04:20')) as `${number}:${number}`
  }
