import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import forge from 'node-forge'
import { CallError } from '../../../src/core/errors.ts'
import type { Database, Queryable, Tx } from '../../store/connection/database.ts'
import { decrypt, encrypt } from '../../store/sealing/cipher.ts'
import { derivedKey, type KeyHolder, keyFor } from '../../store/sealing/secretKey.ts'
import { operatorName } from '../system/index.ts'
import type { Identity } from './cms.ts'

const USE = 'signing'
const PLACE = 'own certificate'
const BITS = 3072
const YEARS = 10
const DAY = 86_400
/** Whoever signs on a certificate's last day signs with the next one. */
const SPARE_SECONDS = 30 * DAY
const LOCK = 826_109

interface Kept {
  certificate: Buffer
  sealed_key: Buffer
}

const kept = async (db: Queryable): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select certificate, sealed_key from own_certificate where not_after > epoch_now() + ${SPARE_SECONDS}::bigint order by certificate_id desc limit 1
  `.execute(db)
  return rows[0]
}

/** Gives a key and a certificate of it that it has signed itself: of this operator, for signing and nothing else, from now on. */
const made = async (operator: string): Promise<{ certificate: Buffer; key: Buffer; notAfter: number }> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = forge.pki.privateKeyFromPem(pem)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  // A number of 16 bytes that is not negative (RFC 5280, 4.1.2.2).
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date()
  certificate.validity.notAfter = new Date(Date.now() + YEARS * 365 * DAY * 1000)
  const name = [
    { name: 'commonName', value: operator, valueTagClass: forge.asn1.Type.UTF8 },
    { name: 'countryName', value: 'CN' },
  ] as unknown as forge.pki.CertificateField[]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return {
    certificate: Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'binary'),
    key: createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    notAfter: Math.floor(certificate.validity.notAfter.getTime() / 1000),
  }
}

/** Of two nodes that have none at once, the second finds the first one's. */
const make = async (tx: Tx, holder: KeyHolder): Promise<Kept> => {
  await sql`select pg_advisory_xact_lock(${LOCK}, 0)`.execute(tx)
  const there = await kept(tx)
  if (there) return there
  const { certificate, key, notAfter } = await made(await operatorName(tx))
  const sealed_key = encrypt(await keyFor(holder, USE), PLACE, key)
  await sql`
    insert into own_certificate (certificate, sealed_key, not_after) values (${certificate}, ${sealed_key}, ${notAfter}::bigint)
  `.execute(tx)
  return { certificate, sealed_key }
}

/**
 * Gives the system's own certificate and its key, which are made when they are first needed, and anew before they lapse. `mayMake`: not for one who only
 * looks; he is told 409 where there is none yet.
 */
export const ownIdentity = async (db: Database, holder: KeyHolder, mayMake: boolean): Promise<Identity> => {
  const there = await kept(db)
  if (!there && !mayMake) throw new CallError(409, '系统的证书在第一次用到时生成，现在还没有')
  const { certificate, sealed_key } = there ?? (await db.transaction().execute((tx) => make(tx, holder)))
  return { chain: [certificate], key: decrypt(await keyFor(holder, USE), PLACE, sealed_key) }
}

/** Seals the keys of the system's own certificates anew, under another root key; gives how many. */
export const sealCertificatesAnew = async (tx: Tx, from: Buffer, to: Buffer): Promise<number> => {
  const { rows } = await sql<{
    certificate_id: number
    sealed_key: Buffer
  }>`select certificate_id, sealed_key from own_certificate`.execute(tx)
  for (const { certificate_id, sealed_key } of rows) {
    const anew = encrypt(derivedKey(to, USE), PLACE, decrypt(derivedKey(from, USE), PLACE, sealed_key))
    await sql`update own_certificate set sealed_key = ${anew} where certificate_id = ${certificate_id}`.execute(tx)
  }
  return rows.length
}
