import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { identityInForce } from '../../../server/domain/netSign/identity.ts'
import { sealCertificatesAnew } from '../../../server/domain/netSign/index.ts'
import { keyOfText, rootKey } from '../../../server/store/sealing/secretKey.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import netSign from '../../../src/resources/settings/netSign.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { pdfsig } from '../../help/pdfsig.ts'
import { picture } from '../../help/pictures.ts'
import { pkcs12Of } from '../../help/pkcs12.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { toSign } = tenanciesOn(at)
const paths = callsOfSetting(netSign)
const PASS = 'MIYAO-pass-not-to-be-seen'

const save = async (values: object) => {
  const { version, values: now } = (await ask(paths.detail)).data
  return ask(paths.save, { ...now, ...values, version })
}
const factsOf = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await ask('/api/netSign/certificate')).data.facts.map(({ label, value }: { label: string; value: string }) => [label, value]),
  )
let many = 60
const signedFile = async (): Promise<Buffer> => {
  const contract_id = await toSign()
  const { buffer } = await picture('签名.png', 'png', ++many)
  const img = (await upload(at.server, at.admin, buffer)).data.img_id
  expect(await ask('/api/contract/manual_sign', { contract_id, sign_img: [img] })).toMatchObject({ code: 200 })
  const { data } = await ask('/api/contract/signed_paper', { contract_id })
  return Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())
}

test('the system makes a certificate of the operator once, the same for all, and says whose it is, until when, and its fingerprint', async () => {
  // Every store of these tests has one already.
  await sql`delete from own_certificate`.execute(at.server.db)
  const [one, two] = await Promise.all([identityInForce(at.server.db, at.server.config), identityInForce(at.server.db, at.server.config)])
  expect(Buffer.from(one.chain[0] ?? '').equals(Buffer.from(two.chain[0] ?? ''))).toBe(true)
  const { rows } = await sql`select from own_certificate`.execute(at.server.db)
  expect(rows).toHaveLength(1)
  const facts = await factsOf()
  expect(facts).toMatchObject({ 单位: '安居租赁运营', 签发者: '本系统自己做的，没有经过认证机构' })
  expect(facts['SHA-256 指纹']).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  expect(facts.有效期至).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(await ask('/api/netSign/certificate', {}, await tokenOf(at.server, await addAccount(at.server, 'nobody', [])))).toMatchObject({
    code: 403,
  })
})

test('its key is sealed: it opens under another root key only when it was sealed anew', async () => {
  const other = { ...at.server.config, secretKey: 'another' }
  await expect(identityInForce(at.server.db, other)).rejects.toThrow()
  const keyOf = async (config: typeof other): Promise<string> =>
    Buffer.from((await identityInForce(at.server.db, config)).key).toString('hex')
  const before = await keyOf(at.server.config)
  const [from, to] = [await rootKey(at.server.config), keyOfText('another')]
  await at.server.db.transaction().execute((tx) => sealCertificatesAnew(tx, from, to))
  expect(await keyOf(other)).toBe(before)
  await at.server.db.transaction().execute((tx) => sealCertificatesAnew(tx, to, from))
})

test.each(['rsa', 'ec'] as const)('a certificate of %s that the operator gives takes its place, and signs', async (kind) => {
  expect(await save({ cert_file: pkcs12Of('某某公司', PASS, { kind }), cert_pass: PASS })).toMatchObject({ code: 200 })
  expect(await factsOf()).toMatchObject({ 单位: '某某公司', 签发者: '某某公司' })
  expect((await ask('/api/netSign/test')).data).toMatchObject({ ok: true })
  const said = pdfsig(await signedFile())
  expect(said).toMatch(/Common Name: 某某公司[\s\S]*ETSI\.CAdES\.detached[\s\S]*Signature is Valid/)
})

test('what cannot be used is refused at its field, and the one before stays', async () => {
  const before = await factsOf()
  const good = pkcs12Of('乙公司', PASS)
  for (const [values, field] of [
    [{ cert_file: good, cert_pass: 'wrong' }, 'cert_pass'],
    [{ cert_file: Buffer.from('no certificate').toString('base64'), cert_pass: PASS }, 'cert_file'],
    [{ cert_file: pkcs12Of('丙公司', PASS, { kind: 'ed' }), cert_pass: PASS }, 'cert_file'],
  ] as const)
    expect(await save(values)).toMatchObject({ code: 400, data: { field } })
  expect(await factsOf()).toEqual(before)
})

test('file and passphrase go in and never come out', async () => {
  for (const path of [paths.detail, paths.history, '/api/netSign/certificate']) {
    const answer = JSON.stringify(await ask(path))
    expect(answer).not.toContain('MIYAO')
    expect(answer).not.toMatch(/MII[A-Za-z0-9+/]{100}/)
  }
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(at.server.db)
  for (const { name } of tables.rows) {
    const { rows } = await sql`select from ${sql.table(name)} t where t::text like '%MIYAO%'`.execute(at.server.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
})
