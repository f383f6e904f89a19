import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'

const { asn1 } = forge
const { Class, Type } = asn1

/** Whose signature it is: certificates as DER, the signer's own first, and its private key (PKCS #8). */
export interface Identity {
  chain: readonly Uint8Array[]
  key: Uint8Array
}

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const

type Node = forge.asn1.Asn1

const sequence = (...parts: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts)
const set = (...parts: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SET, true, parts)
const oid = (name: keyof typeof OIDS): Node => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(OIDS[name]).getBytes())
const octets = (bytes: Uint8Array): Node => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, Buffer.from(bytes).toString('binary'))
const one = (): Node => asn1.create(Class.UNIVERSAL, Type.INTEGER, false, '\x01')
const none = (): Node => asn1.create(Class.UNIVERSAL, Type.NULL, false, '')
const tagged = (...parts: Node[]): Node => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, parts)

const derOf = (node: Node): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'binary')
const readDer = (bytes: Uint8Array): Node => asn1.fromDer(Buffer.from(bytes).toString('binary'))
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Gives issuer and serial number of a certificate, as its signer is named. */
const issuerAndSerial = (certificate: Uint8Array): Node => {
  const [toBeSigned] = readDer(certificate).value as Node[]
  const fields = (toBeSigned?.value ?? []) as Node[]
  // [0] is the version, which all that have extensions tell.
  const at = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0
  return sequence(fields[at + 2] as Node, fields[at] as Node)
}

/** DER has the members of a set in the order of their bytes. */
const attributes = (document: Uint8Array, certificate: Uint8Array): Node[] =>
  [
    sequence(oid('contentType'), set(oid('data'))),
    sequence(oid('messageDigest'), set(octets(sha256(document)))),
    // Which certificate it was, so that no other with the same key takes its place (RFC 5035; PAdES asks for it). SHA-256 is what is meant where nothing is said.
    sequence(oid('signingCertificateV2'), set(sequence(sequence(sequence(octets(sha256(certificate))))))),
  ].toSorted((a, b) => Buffer.compare(derOf(a), derOf(b)))

const algorithmOf = ({ asymmetricKeyType }: KeyObject): Node =>
  asymmetricKeyType === 'ec' ? sequence(oid('ecdsaSha256')) : sequence(oid('rsa'), none())

/**
 * Gives the signature of a document's bytes as CMS (RFC 5652) of the kind that PAdES keeps in a PDF (ETSI EN 319 142-1, baseline B): detached, SHA-256, with the
 * signer's certificate named in what is signed, and no time but that which the PDF tells.
 */
export const cmsOf = (document: Uint8Array, { chain, key }: Identity): Buffer => {
  const [own] = chain
  if (!own) throw new Error('a signature needs a certificate')
  const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
  const signed = attributes(document, own)
  const signature = sign('sha256', derOf(set(...signed)), privateKey)
  const digest = sequence(oid('sha256'), none())
  const signer = sequence(one(), issuerAndSerial(own), digest, tagged(...signed), algorithmOf(privateKey), octets(signature))
  const data = sequence(one(), set(digest), sequence(oid('data')), tagged(...chain.map(readDer)), set(signer))
  return derOf(sequence(oid('signedData'), tagged(data)))
}
