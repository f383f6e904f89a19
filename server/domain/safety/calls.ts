import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CallError } from '../../../src/core/errors.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import safetySetting from '../../../src/resources/settings/safety.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { startCall } from '../../calls/startCall.ts'
import { allowed, NotAllowed } from '../../outbound/ask.ts'
import { BRIEF } from '../../outbound/fetchFrom.ts'
import { S3Failure, s3Blobs } from '../../outbound/s3Blobs.ts'
import { checkSetting } from '../setting/index.ts'
import { checkFolder } from './checkFolder.ts'
import { settledBackup } from './settled.ts'
import { standing } from './standing.ts'

checkSetting(safetySetting, async ({ place, folder = '', endpoint = '', passphrase = '' }, config) => {
  if (place === 2) await checkFolder(folder, config.dataDir)
  if (place !== 3) return
  if (passphrase === '' && config.backupPassphrase === '')
    throw new CallError(400, '备份到 S3 须有备份口令：送出去的都用它加密', { field: 'passphrase' })
  try {
    allowed(config, endpoint)
  } catch (error) {
    throw error instanceof NotAllowed ? new CallError(400, error.message, { field: 'endpoint' }) : error
  }
})

const TRIAL = 'trial'

/** Writes a few bytes where backups go, reads them again and removes them. */
const tryOut = async ({ db, config }: Context): Promise<{ ok: boolean; msg: string }> => {
  const settled = config.databaseUrl ? null : await settledBackup(db, config)
  if (!settled) return { ok: true, msg: '没有设备份到哪里' }
  const { spec } = settled
  try {
    if ('folder' in spec) {
      await checkFolder(spec.folder, config.dataDir)
      return { ok: true, msg: '目录可以写' }
    }
    const [blobs, bytes] = [s3Blobs(config, spec.s3, BRIEF), randomBytes(32)]
    await blobs.put(TRIAL, bytes)
    const found = await blobs.get(TRIAL)
    const isSame = found !== null && (await buffer(found.stream)).equals(bytes)
    await blobs.remove(TRIAL)
    return isSame ? { ok: true, msg: '写入、读回、删除都成功' } : { ok: false, msg: '写入后读回的不一样' }
  } catch (error) {
    if (error instanceof CallError || error instanceof NotAllowed || error instanceof S3Failure) return { ok: false, msg: error.message }
    throw error
  }
}

/** Throws 400 where nothing is backed up, or PostgreSQL's own operators do it. */
const checkPlace = async ({ tx, config }: Context): Promise<void> => {
  if (config.databaseUrl) throw new CallError(400, '数据在外部的 PostgreSQL 里，由它自己的工具备份')
  if (!(await settledBackup(tx, config))) throw new CallError(400, '没有设备份到哪里：先在“设置 › 数据安全”里选目录或 S3')
}

const group = safetySetting.label

export default [
  // No transaction is held while the other side is waited for.
  defineCall({ path: '/api/safetySetting/test', label: '试连', group, can: 'self', params: noParams('试连') }, tryOut),
  defineCall(
    {
      path: '/api/safetySetting/standing',
      label: '备份的现状',
      group,
      can: callsOfSetting(safetySetting).detail as `/api/${string}`,
      params: noParams('备份的现状'),
    },
    async ({ db, config }: Context) => ({ facts: await standing(db, config) }),
  ),
  startCall({ resource: 'backup_copy', action: 'make', group, job: 'backup', isOfAll: true, check: checkPlace }),
  startCall({ resource: 'restore_drill', action: 'run', group, job: 'restore_drill', isOfAll: true, check: checkPlace }),
]
