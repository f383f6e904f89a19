import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../../server/config.ts'
import { moveTo, placeFiles } from '../../../server/placeFiles.ts'
import { adminServer } from '../../help/adminServer.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { sendFiles } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { s3Store } from '../../help/s3.ts'
import { secondNode } from '../../help/secondNode.ts'
import { signed } from '../../help/testServer.ts'

const s3 = s3Store()
const theirDir = mkdtempSync(join('/var/tmp', 'anju-node-b-'))
afterAll(() => rmSync(theirDir, { recursive: true }))
const at = adminServer({ SECRET_KEY: 'one key for all nodes', OUTBOUND_HOSTS: '127.0.0.1' })
/** With nothing in common but the database and the bucket. */
const other = secondNode(at, { dataDir: theirDir })

const told = (dataDir: string, filesIn: Config['filesIn'] = 's3'): Config => ({
  ...at.server.config,
  dataDir,
  filesIn,
  filesS3: 's3://anju/files',
  s3Endpoint: s3.endpoint,
  s3Region: 'auto',
  s3AccessKey: 'S3RVER',
  s3Secret: 'S3RVER',
})
const silent = (): void => {}
const uploadAt = async (url: string, name: string): Promise<{ img_id: number; url: string }> => {
  const { buffer } = await picture(name, 'png', name.charCodeAt(0))
  const answer = await sendFiles({ url }, signed({ key: 'fang' }, at.admin, at.server.config.signKey), [{ name, bytes: buffer }])
  expect(answer).toMatchObject({ code: 200 })
  return Array.isArray(answer.data) ? answer.data[0] : answer.data
}
const statusAt = async (url: string, path: string): Promise<[number, number]> => {
  const response = await fetchFile({ url }, path, at.admin)
  return [response.status, (await response.arrayBuffer()).byteLength]
}
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
    : []

let before: { url: string }
beforeAll(async () => {
  // Of the time when the node had its own folder.
  before = await uploadAt(at.server.url, 'a.png')
})

test('what was in a folder is read there until it is moved, and by every node from then on', async () => {
  placeFiles(told(at.server.config.dataDir, 'folder'))
  placeFiles(told(theirDir))
  expect(await statusAt(at.server.url, before.url)).toEqual([200, expect.any(Number)])
  expect((await statusAt(other.url, before.url))[0]).toBe(404)
  const said = await moveTo(told(at.server.config.dataDir), 's3', silent)
  expect(said).toMatch(/复制 \d+ 个文件到 s3:\/\/anju\/files，另有 0 个原来就在/)
  expect(await moveTo(told(at.server.config.dataDir), 's3', silent)).toMatch(/复制 0 个文件/)
  expect(await statusAt(other.url, before.url)).toEqual(await statusAt(at.server.url, before.url))
  placeFiles(told(at.server.config.dataDir))
})

test('what one node takes in or makes, the other hands out: pictures, papers, exports', async () => {
  const [mine, theirs] = [await uploadAt(at.server.url, 'b.png'), await uploadAt(other.url, 'c.png')]
  for (const { url } of [mine, theirs])
    for (const node of [at.server.url, other.url]) expect(await statusAt(node, url)).toEqual([200, expect.any(Number)])

  const jobs = startTestJobs(at.server)
  const begun = await at.ask('/api/clue/export', { format: 1 })
  expect(begun.code, begun.msg).toBe(200)
  const record = await ended(at.server, at.admin, begun.data.id)
  await jobs.stop()
  expect(record).toMatchObject({ state: 'done' })
  expect((await statusAt(other.url, record.handle))[0]).toBe(200)

  const { rows } = await sql<{ copy_id: number }>`
    insert into backup_copy (place, name, finished_at, key) values ('/mnt/b', '20261122T034000Z', 1795000000, 1) returning copy_id
  `.execute(at.server.db)
  const paper = await at.ask('/api/backup_copy/sheet', { copy_id: rows[0]?.copy_id })
  expect(paper.code, paper.msg).toBe(200)
  expect((await statusAt(other.url, paper.data.handle))[0]).toBe(200)
  expect(filesBelow(join(theirDir, 'files'))).toEqual([])
})

test('and back into a folder of one’s own', async () => {
  const late = await uploadAt(at.server.url, 'd.png')
  placeFiles(told(theirDir, 'folder'))
  expect((await statusAt(other.url, late.url))[0]).toBe(200)
  expect(await moveTo(told(theirDir, 'folder'), 'folder', silent)).toContain('复制')
  await s3.stop()
  expect((await statusAt(other.url, late.url))[0]).toBe(200)
  await s3.start()
})
