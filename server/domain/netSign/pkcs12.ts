import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { CallError } from '../../../src/core/errors.ts'
import type { Identity } from './cms.ts'

const { asn1, pki, pkcs12 } = forge

type Bag = forge.pkcs12.Bag

const derOf = (node: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'binary')

const refusal = (message: string, field: string): CallError => new CallError(400, message, { field })

const opened = (file: Buffer, passphrase: string): forge.pkcs12.Pkcs12Pfx => {
  let read: forge.asn1.Asn1
  try {
    read = asn1.fromDer(file.toString('binary'))
  } catch {
    throw refusal('证书文件不是 PKCS#12（.p12、.pfx）', 'cert_file')
  }
  try {
    return pkcs12.pkcs12FromAsn1(read, passphrase)
  } catch {
    throw refusal('证书文件打不开：请核对口令，或换 PKCS#12 文件', 'cert_pass')
  }
}

const bagsOf = (file: forge.pkcs12.Pkcs12Pfx, type: string | undefined): Bag[] =>
  file.getBags({ bagType: type as string })[type as string] ?? []

/** What forge knows it has read; what it does not (keys on curves) it leaves as it is. */
const certificateOf = ({ cert, asn1: raw }: Bag): Buffer => derOf(cert ? pki.certificateToAsn1(cert) : raw)
const keyOf = ({ key, asn1: raw }: Bag): Buffer => derOf(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : raw)

/**
 * Reads a PKCS#12 file: its key, the certificate of that key, and the others. Throws 400, at the field that is to be mended, where it is none, its passphrase is another,
 * or it holds no key with its certificate, of RSA or of a curve.
 */
export const readPkcs12 = (base64: string, passphrase: string): Identity => {
  const file = opened(Buffer.from(base64, 'base64'), passphrase)
  const [keyBag] = [...bagsOf(file, pki.oids.pkcs8ShroudedKeyBag), ...bagsOf(file, pki.oids.keyBag)]
  if (!keyBag) throw refusal('证书文件里没有私钥，不能用来签名', 'cert_file')
  const key = keyOf(keyBag)
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  if (privateKey.asymmetricKeyType !== 'rsa' && privateKey.asymmetricKeyType !== 'ec')
    throw refusal('只能用 RSA 或椭圆曲线的证书', 'cert_file')
  const all = bagsOf(file, pki.oids.certBag).map(certificateOf)
  const own = all.find((der) => new X509Certificate(der).checkPrivateKey(privateKey))
  if (!own) throw refusal('证书文件里没有与私钥相配的证书', 'cert_file')
  return { chain: [own, ...all.filter((der) => der !== own)], key }
}
