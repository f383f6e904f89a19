import { createPrivateKey, randomBytes, sign, verify, X509Certificate } from 'node:crypto'
import { signers } from '../../../src/schemas/settings/netSign.ts'
import type { Identity } from './cms.ts'
import type { SigningProvider } from './provider.ts'

/** Signs with a certificate of the operator's own, in this house: nothing leaves it. `identity`: asked for where it is tried out. */
export const localProvider = (identity: () => Promise<Identity>): SigningProvider => ({
  code: 1,
  label: signers[1],
  service: null,
  test: async () => {
    const { key: bytes, chain } = await identity()
    const document = randomBytes(256)
    const altered = Buffer.from(document)
    altered[0] = (altered[0] ?? 0) ^ 1
    const key = createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' })
    const signature = sign('sha256', document, key)
    const { publicKey } = new X509Certificate(chain[0] ?? Buffer.alloc(0))
    const ok = verify('sha256', document, publicKey, signature) && !verify('sha256', altered, publicKey, signature)
    return { ok, msg: ok ? '本地签名正常：签名、验签通过，改过的内容被认出' : '本地签名不正常' }
  },
})
