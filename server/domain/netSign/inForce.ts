import { CallError } from '../../../src/core/errors.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import { signers } from '../../../src/schemas/settings/netSign.ts'
import type { Config } from '../../config.ts'
import type { Database, Queryable } from '../../store/connection/database.ts'
import type { KeyHolder } from '../../store/sealing/secretKey.ts'
import { readSecrets, readSetting } from '../setting/index.ts'
import { fadadaProvider } from './fadada/provider.ts'
import { identityInForce } from './identity.ts'
import { localProvider } from './local.ts'
import type { SigningProvider } from './provider.ts'

/** What a provider is made on. */
export interface ProviderGround {
  db: Queryable
  config: KeyHolder & Pick<Config, 'outboundHosts'>
}

/** Gives by whom what is begun now is signed, without its keys: which provider, and whether others sign there and not on our own page. */
export const chosenProvider = async (db: Queryable): Promise<{ code: keyof typeof signers; isOutside: boolean }> => {
  const { provider } = await readSetting(db, netSignSetting)
  return { code: provider, isOutside: provider !== 1 }
}

/** Gives who signs what is begun now, by 网签设置. `mayMake`: the system's own certificate, where there is none yet and one is needed. */
export const providerInForce = async ({ db, config }: ProviderGround, mayMake = true): Promise<SigningProvider> => {
  const { provider, host = '', app_id = '', open_corp_id = '', business_id = '' } = await readSetting(db, netSignSetting)
  if (provider === 1) return localProvider(() => identityInForce(db as Database, config, mayMake))
  const { app_secret = '' } = await readSecrets(db, netSignSetting, config)
  return fadadaProvider(config, { host, app_id, app_secret, open_corp_id, business_id })
}

/** Gives the provider that a task was begun with. Throws 409 where 网签设置 has become another's, and its keys are gone. */
export const providerOf = async (ground: ProviderGround, code: number): Promise<SigningProvider> => {
  const provider = await providerInForce(ground)
  if (provider.code !== code)
    throw new CallError(409, `网签设置里已不是${signers[code as keyof typeof signers]}，没有它的密钥；请重新发起签署`)
  return provider
}
