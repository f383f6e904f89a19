import { createHash, createHmac } from 'node:crypto'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Gives the signature of a request to 法大大 or of one that it makes (FASC OpenAPI 5.1, 接口请求说明): of the sorted pairs of its headers and of
 * `bizContent`, as they are and not encoded, the SHA-256 in hex, by a key made of the secret and the time in ms. Empty values do not count.
 */
export const fadadaSign = (values: Readonly<Record<string, string>>, timestamp: string, secret: string): string => {
  const pairs = Object.keys(values)
    .filter((name) => values[name] !== '')
    .sort()
    .map((name) => `${name}=${values[name]}`)
  const digest = createHash('sha256').update(pairs.join('&')).digest('hex')
  return hmac(hmac(secret, timestamp), digest).toString('hex')
}
