import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BackupError } from '../../../server/backup/backupError.ts'
import { clearDrafts, inDrill, settleDrafts } from '../../../server/backup/drafts.ts'
import { keepingRoom, needRoom } from '../../../server/backup/room.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join('/var/tmp', 'anju-drafts-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Lays a folder of that name with a file in it, as one who was killed leaves it. */
const left = (name: string, held?: object): string => {
  const folder = join(dataDir, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'half'), 'x')
  if (held) writeFileSync(join(folder, 'held'), JSON.stringify(held))
  return folder
}
/** A process that is over. */
const dead = async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return { token: 'x', host: hostname(), pid: child.pid, born: '' }
}
const names = (): string[] => readdirSync(dataDir).toSorted()

test('of drills that were killed the next one removes what they left; one that goes on, or has just begun, is left alone', async () => {
  left('drill-killed', await dead())
  left('drill-beginning')
  const old = left('drill-of-old')
  utimesSync(old, new Date(0), new Date(0))
  await inDrill(dataDir, log, async (one) => {
    const during = names()
    expect(during).toContain('drill-beginning')
    expect(during).not.toContain('drill-killed')
    expect(during).not.toContain('drill-of-old')
    await inDrill(dataDir, log, async () => {
      expect(existsSync(one)).toBe(true)
    })
    await clearDrafts(dataDir, log)
    expect(existsSync(one)).toBe(true)
  })
  expect(names()).toEqual(['drill-beginning'])
})

test('a start finishes what had begun to take the store’s place, and removes what else was left of a try', async () => {
  const draft = left('restore-begun')
  mkdirSync(join(draft, 'pg'))
  writeFileSync(join(draft, 'pg', 'PG_VERSION'), 'restored')
  left('restore-half')
  left('unarchive-half')
  left('before-20260101')
  writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ from: 'restore-begun', aside: 'before-now' }))
  await clearDrafts(dataDir, log)
  expect(readFileSync(join(dataDir, 'pg', 'PG_VERSION'), 'utf8')).toBe('restored')
  expect(names()).toEqual(['before-20260101', 'before-now', 'pg'])
})

test('whoever begins anew finishes it, too: it would be gone with what else was left', async () => {
  const draft = left('unarchive-begun')
  mkdirSync(join(draft, 'pg'))
  writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ from: 'unarchive-begun', aside: 'before-now' }))
  await settleDrafts(dataDir, log)
  expect(names()).toContain('pg')
})

test('what leaves the database no room on its disk is refused before it is begun', async () => {
  await needRoom(dataDir, 0, '恢复')
  await expect(needRoom(dataDir, 2 ** 60, '恢复')).rejects.toThrow(BackupError)
  await expect(needRoom(dataDir, 2 ** 60, '恢复')).rejects.toThrow(
    /只剩 \d+ MB，恢复要 1099511627776 MB，另须给数据库留 \d+ MB：请先腾出地方$/,
  )
  // What is written by and by is looked at on the way.
  const written: Buffer[] = []
  const through = (every: number) =>
    pipeline(Readable.from([Buffer.alloc(4), Buffer.alloc(4)]), keepingRoom(dataDir, '接着归档', every), async (source) => {
      for await (const chunk of source) written.push(chunk)
    })
  await through(4)
  expect(Buffer.concat(written).length).toBe(8)
  await expect(through(2 ** 60)).rejects.toThrow(/接着归档要 1099511627776 MB/)
  expect(Buffer.concat(written).length).toBe(8)
})
