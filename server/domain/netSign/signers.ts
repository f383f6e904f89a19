import { createHash, createHmac, createPrivateKey, randomBytes, sign, verify, X509Certificate } from 'node:crypto'
import type { Config } from '../../config.ts'
import { ask, NotAllowed } from '../../outbound/ask.ts'
import type { Identity } from './cms.ts'

/** How a trial went, in words for staff. */
interface Outcome {
  ok: boolean
  msg: string
}

/** A provider of electronic signatures. */
export interface Signer {
  /** Tries whether it works as it is set. Does not throw for what the provider answers. */
  test(): Promise<Outcome>
}

/** Signs with a certificate of the operator's own, in this house: nothing leaves it. */
export const localSigner = (identity: Identity): Signer => ({
  test: async () => {
    const document = randomBytes(256)
    const altered = Buffer.from(document)
    altered[0] = (altered[0] ?? 0) ^ 1
    const key = createPrivateKey({ key: Buffer.from(identity.key), format: 'der', type: 'pkcs8' })
    const signature = sign('sha256', document, key)
    const { publicKey } = new X509Certificate(identity.chain[0] ?? Buffer.alloc(0))
    const ok = verify('sha256', document, publicKey, signature) && !verify('sha256', altered, publicKey, signature)
    return { ok, msg: ok ? '本地签名正常：签名、验签通过，改过的内容被认出' : '本地签名不正常' }
  },
})

/** What 法大大 is reached with. */
export interface Fadada {
  host: string
  app_id: string
  app_secret: string
}

/** The code by which it says that all is well. */
const DONE = '100000'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The sign of a request's headers (FASC OpenAPI 5): the hash of the sorted pairs, by a key made of the secret and the time in ms. */
const fadadaSign = (headers: Readonly<Record<string, string>>, timestamp: string, secret: string): string => {
  const pairs = Object.keys(headers)
    .sort()
    .map((name) => `${name}=${headers[name]}`)
  const digest = createHash('sha256').update(pairs.join('&')).digest('hex')
  return hmac(hmac(secret, timestamp), digest).toString('hex')
}

/** What it answers with: of its answer only the code is ever shown, for the address is what someone typed. */
const codeIn = (status: number, code: unknown): string => (typeof code === 'string' && /^\d{1,8}$/.test(code) ? code : `HTTP ${status}`)

/** 法大大: the trial asks for an access token, which it gives to the right number and key only. */
export const fadadaSigner = (config: Pick<Config, 'outboundHosts'>, { host, app_id, app_secret }: Fadada): Signer => ({
  test: async () => {
    const timestamp = String(Date.now())
    const headers = {
      'X-FASC-App-Id': app_id,
      'X-FASC-Sign-Type': 'HMAC-SHA256',
      'X-FASC-Timestamp': timestamp,
      'X-FASC-Nonce': randomBytes(16).toString('hex'),
      'X-FASC-Grant-Type': 'client_credential',
    }
    try {
      const { status, body } = await ask(config, {
        url: `${host.replace(/\/$/, '')}/service/get-access-token`,
        method: 'POST',
        headers: { ...headers, 'X-FASC-Sign': fadadaSign(headers, timestamp, app_secret) },
      })
      const answer = (body ?? {}) as { code?: unknown; data?: { accessToken?: unknown } | null }
      if (answer.code === DONE && answer.data?.accessToken) return { ok: true, msg: '法大大连接正常：编号与密钥正确' }
      return { ok: false, msg: `法大大没有接受，代码 ${codeIn(status, answer.code)}` }
    } catch (error) {
      return { ok: false, msg: error instanceof NotAllowed ? error.message : '连不上法大大，请检查接口地址与网络' }
    }
  },
})
