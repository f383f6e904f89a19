import { text as textOf } from 'node:stream/consumers'
import { isPlainObject } from '../../src/core/check/shape.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import type { Blobs } from '../files/blobs.ts'
import { BackupError } from './backupError.ts'
import type { Filed } from './summed.ts'

/** Every segment of PostgreSQL's log has so many bytes. */
export const SEGMENT_BYTES = 16 * 2 ** 20

/** Where things lie in a place of backups: copies of the database by their moment, the log since, and files by their content. */
export const places = {
  bases: 'base',
  base: (name: string): string => `base/${name}`,
  /** Written last: a copy that has it is whole. */
  note: (name: string): string => `base/${name}/base.json`,
  wal: 'wal',
  segment: (name: string): string => `wal/${name}.gz`,
  files: 'files',
  /** Until when all is there. */
  latest: 'latest.json',
} as const

/** Gives a small file as a text; null where it is gone. */
export const readText = async (blobs: Blobs, path: string): Promise<string | null> => {
  const found = await blobs.get(path)
  return found && textOf(found.stream)
}

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

/** Gives the names of the copies that a place holds, the oldest first, whole or not. */
export const baseNames = async (blobs: Blobs): Promise<string[]> =>
  (await blobs.folders(places.bases)).filter((name) => /^\d{8}T\d{6}Z$/.test(name)).toSorted()

/** Gives the copies that a place holds, the oldest first; one that is not whole is none. Throws BackupError where one says nothing that a copy does. */
export const basesOf = async (blobs: Blobs): Promise<Base[]> => {
  const listed = (await blobs.list(places.bases)).map(({ path }) => /^base\/(\d{8}T\d{6}Z)\/base\.json$/.exec(path)?.[1])
  const names = listed.filter((name) => name !== undefined).toSorted()
  return Promise.all(
    names.map(async (name) => {
      let said: unknown = null
      try {
        said = JSON.parse((await readText(blobs, places.note(name))) ?? '')
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof BackupError)) throw error
      }
      if (!isBase(said)) throw new BackupError(`${blobs.where} 里的 ${places.note(name)} 已损坏：读不出来`)
      return { ...said, name }
    }),
  )
}

/** Where a copy says which uploaded files belong to it: apart, for there may be a million of them. */
export const FILES = 'files.json'

/** Gives the uploaded files that belong to a copy of the database. Throws BackupError where it does not say. */
export const filesOf = async (blobs: Blobs, { name }: Pick<Base, 'name'>): Promise<Filed[]> => {
  const path = `${places.base(name)}/${FILES}`
  try {
    return JSON.parse((await readText(blobs, path)) ?? '') as Filed[]
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof BackupError)) throw error
    throw new BackupError(`${blobs.where} 里的 ${path} 已损坏：读不出来`)
  }
}

/** Gives the copy from which a moment (seconds) is restored, or the newest; throws BackupError where there is none. */
export const baseFor = async (blobs: Blobs, at: number | null): Promise<Base> => {
  const bases = await basesOf(blobs)
  const [first] = bases
  if (!first) throw new BackupError(`${blobs.where} 里没有备份`)
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

/** Gives the highest timeline of which a place has anything: what is restored from it begins the next, or its log would take the names of another's. */
export const lastTimelineIn = async (blobs: Blobs): Promise<number> => {
  const laid = (await blobs.list(places.wal)).map(({ path }) => Number.parseInt(path.slice(places.wal.length + 1).slice(0, 8), 16))
  return Math.max(0, ...laid.filter(Number.isFinite), ...(await basesOf(blobs)).map(({ timeline }) => timeline))
}

/** Gives the segments that follow a copy of the database, in order. Throws BackupError that names the first that is missing while later ones are there. */
export const segmentsAfter = async (blobs: Blobs, { timeline, segment: first }: Base): Promise<string[]> => {
  const there = new Set<number>()
  for (const { path } of await blobs.list(places.wal)) {
    const read = path.endsWith('.gz') ? readSegmentName(path.slice(places.wal.length + 1, -3)) : null
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

/** What the last archiving says of itself. */
export interface Latest {
  /** Until when all is there, in seconds. */
  at: number
  /** The last segment that was brought; null where an older version of anju did not say. */
  segment: string | null
  /** The first of those without a gap up to it: only from a copy of the database that begins there or later it goes on. null where an older version of anju did not say. */
  since: string | null
}

/** Gives what the last archiving says; null where nothing was archived yet. */
export const latestOf = async (blobs: Blobs): Promise<Latest | null> => {
  const said: unknown = JSON.parse((await readText(blobs, places.latest)) ?? '{}')
  if (!isPlainObject(said) || typeof said.at !== 'number') return null
  const [segment, since] = [said.segment, said.since].map((name) => (typeof name === 'string' ? name : null))
  return { at: said.at, segment: segment ?? null, since: since ?? null }
}
