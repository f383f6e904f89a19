import { X509Certificate } from 'node:crypto'
import { dateOf } from '../../../src/protocol/dates.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import type { Database } from '../../store/connection/database.ts'
import type { KeyHolder } from '../../store/sealing/secretKey.ts'
import { readSecrets } from '../setting/index.ts'
import type { Identity } from './cms.ts'
import { ownIdentity } from './ownCertificate.ts'
import { readPkcs12 } from './pkcs12.ts'

/** Gives with whose certificate papers are signed: the one that 网签设置 holds, or the system's own. `isOwn`: the system has made it. */
export const identityInForce = async (db: Database, holder: KeyHolder, mayMake = true): Promise<Identity & { isOwn: boolean }> => {
  const { cert_file, cert_pass = '' } = await readSecrets(db, netSignSetting, holder)
  if (cert_file) return { ...readPkcs12(cert_file, cert_pass), isOwn: false }
  return { ...(await ownIdentity(db, holder, mayMake)), isOwn: true }
}

/** Gives the first of a certificate's names that says whose it is. */
export const nameIn = (subject: string): string => {
  const parts = new Map(subject.split('\n').map((line): [string, string] => [line.split('=')[0] ?? '', line.split('=').slice(1).join('=')]))
  return parts.get('CN') ?? parts.get('O') ?? subject.replaceAll('\n', '，')
}

/** Gives what staff want to know of a certificate: whose it is, until when, and by what it is told from others. */
export const certificateFacts = ({ chain, isOwn }: Identity & { isOwn: boolean }): { label: string; value: string }[] => {
  const { subject, issuer, validTo, fingerprint256 } = new X509Certificate(chain[0] ?? Buffer.alloc(0))
  return [
    { label: '单位', value: nameIn(subject) },
    { label: '签发者', value: isOwn ? '本系统自己做的，没有经过认证机构' : nameIn(issuer) },
    { label: '有效期至', value: dateOf(Math.floor(Date.parse(validTo) / 1000)) },
    { label: 'SHA-256 指纹', value: fingerprint256 },
  ]
}
