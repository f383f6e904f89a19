import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a PKCS#12 file in base64 as openssl makes one, of a key on a curve or of RSA, good for so many days from now (none: it has expired). */
export const pkcs12Of = (
  name: string,
  passphrase: string,
  { kind = 'rsa', days = 30 }: { kind?: 'rsa' | 'ec' | 'ed'; days?: number } = {},
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-p12-'))
  const [key, certificate, file] = ['key.pem', 'cert.pem', 'a.p12'].map((one) => join(folder, one)) as [string, string, string]
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = { rsa: ['rsa:2048'], ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], ed: ['ed25519'] }[kind]
  try {
    openssl(
      'req',
      '-x509',
      '-newkey',
      ...newKey,
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      String(days),
      '-utf8',
      '-subj',
      `/CN=${name}`,
    )
    openssl('pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', file, '-passout', `pass:${passphrase}`)
    return readFileSync(file).toString('base64')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
