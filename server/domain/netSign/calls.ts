import { X509Certificate } from 'node:crypto'
import { CallError } from '../../../src/core/errors.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import { type Context, defineCall, noParams } from '../../calls/defineCall.ts'
import { checkSetting } from '../setting/index.ts'
import { certificateFacts, identityInForce } from './identity.ts'
import { providerInForce } from './inForce.ts'
import { readPkcs12 } from './pkcs12.ts'

checkSetting(netSignSetting, ({ cert_file, cert_pass = '' }) => {
  if (!cert_file) return
  const [own] = readPkcs12(cert_file, cert_pass).chain
  if (Date.parse(new X509Certificate(own ?? Buffer.alloc(0)).validTo) < Date.now())
    throw new CallError(400, '证书已过有效期，不能用来签名', { field: 'cert_file' })
})

export default [
  // No transaction is held while the provider is waited for.
  defineCall(
    { path: '/api/netSign/test', label: '试签', group: netSignSetting.label, can: 'self', params: noParams('试签') },
    async ({ db, config, session }: Context) => (await providerInForce({ db, config }, session.asRole === null)).test(),
  ),
  defineCall(
    {
      path: '/api/netSign/certificate',
      label: '现在用的证书',
      group: netSignSetting.label,
      can: callsOfSetting(netSignSetting).detail as `/api/${string}`,
      params: noParams('现在用的证书'),
    },
    async ({ db, config, session }: Context) => ({ facts: certificateFacts(await identityInForce(db, config, session.asRole === null)) }),
  ),
]
