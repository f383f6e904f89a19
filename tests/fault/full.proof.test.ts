import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { callsAt } from '../help/calls.ts'
import { addFlows, csvRows, fetchFile } from '../help/exports.ts'
import { sendFiles } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { startRealServer } from '../help/realServer.ts'
import { cluster } from '../help/store/cluster.ts'
import { readyStore } from '../help/store/readyStore.ts'
import { signed } from '../help/testServer.ts'

const ROWS = 20_000
const { connection, dataDir, startNode } = cluster('full')
const mounted: string[] = []

/** A disk of its own, so large, in memory; to mount one takes root. */
const disk = (at: string, size: string): string => {
  mkdirSync(at, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at])
  mounted.push(at)
  return at
}
/** Fills a disk to the last byte; gives what makes room again. */
const fill = (at: string): (() => void) => {
  const path = join(at, 'filler')
  const file = openSync(path, 'w')
  for (const bytes of [2 ** 20, 2 ** 12, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes))
    } catch {
      // It is full to so many bytes.
    }
  }
  closeSync(file)
  return () => rmSync(path)
}
afterAll(() => {
  for (const at of mounted) {
    execFileSync('umount', ['-l', at])
    rmSync(at, { recursive: true })
  }
})

test('a disk of files that is full is said where something is put on it; nothing half made stays, and with room it goes on', async () => {
  const files = disk(join(dataDir, 'files'), '4m')
  const node = await startNode()
  const { call, logIn } = callsAt(node.url)
  const token = await logIn('admin')
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  await addFlows(client, ROWS)
  const { buffer: bytes } = await picture('a.jpg', 'jpeg')
  const send = () => sendFiles(node, signed({ key: 'fang' }, token), [{ name: 'a.jpg', bytes }])
  const record = async () => (await call('/api/message/index', { page: 1, page_rows: 1 }, token)).data.list[0]
  const exported = async () => {
    expect((await call('/api/flow/export', { format: 2, columns: 'sn,price' }, token)).code).toBe(200)
    await expect.poll(async () => (await record()).state, { timeout: 90_000, interval: 100 }).toMatch(/done|failed/)
    return record()
  }

  const free = fill(files)
  expect((await send()).msg).toMatch(/^服务器的磁盘满了，请管理员腾出地方后再试（编号 [0-9a-f]{8}）$/)
  expect(await exported()).toMatchObject({ state: 'failed', error: expect.stringContaining('服务器的磁盘满了') })
  expect(readdirSync(files, { recursive: true }).filter((name) => /\.(part|jpg|csv)$/.test(String(name)))).toEqual([])
  // Who writes no file works on.
  expect((await call('/api/cost/add', { name: '照常' }, token)).code).toBe(200)

  free()
  expect((await send()).code).toBe(200)
  const { handle } = await exported()
  expect(csvRows(Buffer.from(await (await fetchFile(node, handle, token)).arrayBuffer())).length).toBe(ROWS + 1)
  await client.end()
})

test('a disk of the store that is full loses nothing that was answered: with room it goes on, by itself', async () => {
  const at = disk(mkdtempSync(join('/var/tmp', 'anju-fullstore-')), '600m')
  const ready = readyStore('none', 'full')
  execFileSync('cp', ['-a', `${ready}/.`, at])
  execFileSync('chmod', ['711', at])
  rmSync(ready, { recursive: true, force: true })
  const node = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', at)
  const { call, logIn } = callsAt(node.url)
  const token = await logIn('admin')
  const lines = readFileSync(join(at, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(at, 'pg.password'), 'utf8').trim()
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ host: lines[4] || lines[5], port: Number(lines[3]), user: 'anju', password, database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const add = (name: string) => call('/api/cost/add', { name }, token)
  const kept: string[] = []
  const refused = new Set<string>()
  const write = async (name: string): Promise<void> => {
    const { code, msg } = await add(name)
    if (code === 200) kept.push(name)
    else refused.add(msg.replace(/（编号.*/, ''))
  }
  for (let n = 0; n < 10; n++) await write(`先前${n}`)
  const free = fill(at)
  // Each takes a new piece of the log, until there is none to be had.
  for (let n = 0; n < 40; n++) {
    await ask('select pg_switch_wal()').catch(() => {})
    await write(`费用${n}`)
  }
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(refused.size).toBeGreaterThan(0)
  // Whoever is refused reads why, whether the write was or the store had stopped.
  expect([...refused]).toEqual(['服务器的磁盘满了，请管理员腾出地方后再试'])
  free()
  await expect.poll(async () => (await add('有地方了')).code, { timeout: 90_000, interval: 500 }).toBe(200)
  const names = (await call('/api/cost/index', { page: 1, page_rows: 500 }, token)).data.list.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(kept))
  await node.stop()
})
