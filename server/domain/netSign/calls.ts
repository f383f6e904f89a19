import netSignSetting from '../../../src/resources/settings/netSign.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSecrets, readSetting } from '../setting/index.ts'
import { fadadaSigner, localSigner, type Signer } from './signers.ts'

/** Gives the provider of signatures that is in force. */
const signerOf = async (db: Queryable, config: Config): Promise<Signer> => {
  const { provider, host = '', app_id = '' } = await readSetting(db, netSignSetting)
  if (provider === 1) return localSigner(config)
  const { app_secret = '' } = await readSecrets(db, netSignSetting, config)
  return fadadaSigner(config, { host, app_id, app_secret })
}

export default [
  // No transaction is held while the provider is waited for.
  defineCall(
    { path: '/api/netSign/test', label: '试签', group: netSignSetting.label, can: 'self', params: noParams('试签') },
    async ({ db, config }: Context) => (await signerOf(db, config)).test(),
  ),
]
