import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainObject } from '../../src/core/check/shape.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import { BackupError } from './backupError.ts'
import type { Filed } from './summed.ts'

/** Every segment of PostgreSQL's log has so many bytes. */
export const SEGMENT_BYTES = 16 * 2 ** 20

/** Where things lie in a folder of backups: copies of the database by their moment, the log since, and files by their content. */
export const placesIn = (folder: string) => ({
  bases: join(folder, 'base'),
  base: (name: string): string => join(folder, 'base', name),
  wal: join(folder, 'wal'),
  files: join(folder, 'files'),
  /** Until when all is there. */
  latest: join(folder, 'latest.json'),
})

/** What a copy of the database says of itself. */
export interface Base {
  /** Its folder's name: the moment that it was begun, in UTC. */
  name: string
  /** When it was finished, in seconds; nothing before can be restored from it. */
  finished_at: number
  timeline: number
  /** The first segment that it needs, without its timeline. */
  segment: number
  bytes: number
  sha256: string
  seconds: number
  /** How the root key goes along: sealed by the operator's passphrase, or not at all. */
  key: 'sealed' | 'none'
  /** How many uploaded files belong to it. */
  files: number
}

const isBase = (said: unknown): said is Base =>
  isPlainObject(said) && typeof said.finished_at === 'number' && typeof said.segment === 'number'

/** Gives the copies of a folder, the oldest first; one that is not whole is none. Throws BackupError where one says nothing that a copy does. */
export const basesOf = async (folder: string): Promise<Base[]> => {
  const names = (await readdir(placesIn(folder).bases).catch(() => [])).filter((name) => /^\d{8}T\d{6}Z$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(placesIn(folder).base(name), 'base.json'), 'utf8').catch(() => '')
      let said: unknown = null
      try {
        said = JSON.parse(text)
      } catch {
        // Said below.
      }
      if (!isBase(said)) throw new BackupError(`${placesIn(folder).base(name)} 已损坏：base.json 读不出来`)
      return { ...said, name }
    }),
  )
}

/** Where a copy says which uploaded files belong to it: apart, for there may be a million of them. */
export const FILES = 'files.json'

/** Gives the uploaded files that belong to a copy of the database. Throws BackupError where it does not say. */
export const filesOf = async (folder: string, { name }: Base): Promise<Filed[]> => {
  const path = join(placesIn(folder).base(name), FILES)
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Filed[]
  } catch {
    throw new BackupError(`${path} 已损坏：读不出来`)
  }
}

/** Gives the copy from which a moment (seconds) is restored, or the newest; throws BackupError where there is none. */
export const baseFor = async (folder: string, at: number | null): Promise<Base> => {
  const bases = await basesOf(folder)
  const [first] = bases
  if (!first) throw new BackupError(`${folder} 里没有备份`)
  const fits = bases.findLast(({ finished_at }) => at === null || finished_at <= at)
  if (!fits) throw new BackupError(`最早只能恢复到 ${secondOf(first.finished_at)}`)
  return fits
}

/** Gives the number of a segment by a place in the log (`0/3000028`). */
export const segmentOf = (place: string): number => {
  const [high = 0, low = 0] = place.split('/').map((part) => Number.parseInt(part, 16))
  return high * 256 + (low >>> 24)
}

/** Gives a segment's name. */
const segmentName = (timeline: number, segment: number): string =>
  [timeline, Math.floor(segment / 256), segment % 256].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')

/** Gives what a segment's name says; null for any other name. */
export const readSegmentName = (name: string): { timeline: number; segment: number } | null => {
  const [, timeline = '', high = '', low = ''] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  if (timeline === '') return null
  return { timeline: Number.parseInt(timeline, 16), segment: Number.parseInt(high, 16) * 256 + Number.parseInt(low, 16) }
}

/** Gives the segments that follow a copy of the database, in order. Throws BackupError that names the first that is missing while later ones are there. */
export const segmentsAfter = async (folder: string, { timeline, segment: first }: Base): Promise<string[]> => {
  const there = new Set<number>()
  for (const name of await readdir(placesIn(folder).wal).catch(() => [])) {
    const read = name.endsWith('.gz') ? readSegmentName(name.slice(0, -3)) : null
    if (read?.timeline === timeline && read.segment >= first) there.add(read.segment)
  }
  const last = Math.max(first - 1, ...there)
  const names: string[] = []
  for (let segment = first; segment <= last; segment++) {
    const name = segmentName(timeline, segment)
    if (!there.has(segment)) throw new BackupError(`备份不完整：日志 ${name} 不见了，而后面的还在`)
    names.push(name)
  }
  return names
}

/** Until when all is in a folder of backups, in seconds; null where nothing was archived yet. */
export const latestOf = async (folder: string): Promise<number | null> => {
  const text = await readFile(placesIn(folder).latest, 'utf8').catch(() => '{}')
  const said: unknown = JSON.parse(text)
  return isPlainObject(said) && typeof said.at === 'number' ? said.at : null
}
