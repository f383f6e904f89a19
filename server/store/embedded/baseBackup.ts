import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { StoreClient } from '../connection/client.ts'
import type { Connection } from './types.ts'

/** What PostgreSQL says of a copy that it made. */
export interface Copied {
  timeline: number
  /** Where in the log it begins and ends. */
  start: string
  end: string
  bytes: number
  sha256: string
}

export const TAR = 'base.tar'
export const FILE_LIST = 'backup_manifest'

/** So many kB a second at most: more would keep the disk and the processors from the people who work. */
const MOST_RATE = 32 * 1024

interface Wire {
  connection: { stream: Socket }
}

/** A query whose copied bytes go to `take`, on the connection that they come from. */
const copying = (text: string, take: (chunk: Buffer, stream: Socket) => void): pg.Query & { callback?: unknown } => {
  const query = new pg.Query(text) as pg.Query & { handleCopyData: (message: { chunk: Buffer }, connection: Wire['connection']) => void }
  query.handleCopyData = ({ chunk }, { stream }) => take(chunk, stream)
  return query
}

/** Keeps a file whole, as it comes. */
export type Keep = (name: string, content: Readable) => Promise<void>

/** Gives what the server sends on as files; it is read no faster than they are taken. */
const receiver = (keep: Keep, fail: (error: Error) => void) => {
  const hash = createHash('sha256')
  const written: Promise<void>[] = []
  let sink: PassThrough | null = null
  let isTar = false
  let bytes = 0
  const into = (name: string): void => {
    sink?.end()
    const file = new PassThrough({ highWaterMark: 2 ** 20 })
    // Destroyed where its content cannot be kept, which is what is told.
    file.on('error', () => {})
    const kept = keep(name, file)
    kept.catch(fail)
    written.push(kept)
    sink = file
  }
  return {
    take(chunk: Buffer, stream: Socket): void {
      const kind = String.fromCharCode(chunk[0] ?? 0)
      if (kind === 'n') {
        isTar = true
        into(TAR)
      } else if (kind === 'm') {
        isTar = false
        into(FILE_LIST)
        // A file that has ended tells no drain any more.
        stream.resume()
      } else if (kind === 'd') {
        // The parser uses its buffer again.
        const data = Buffer.from(chunk.subarray(1))
        bytes += data.length
        if (isTar) hash.update(data)
        if (sink?.write(data) === false && !stream.isPaused()) {
          stream.pause()
          sink.once('drain', () => stream.resume())
        }
      }
    },
    async done(): Promise<{ bytes: number; sha256: string }> {
      sink?.end()
      await Promise.all(written)
      return { bytes, sha256: hash.digest('hex') }
    },
    /** Nothing more comes: what is half there is not kept. */
    async cut(error: Error): Promise<void> {
      sink?.destroy(error)
      await Promise.allSettled(written)
    },
  }
}

/**
 * Copies a running database into two files: `base.tar` and PostgreSQL's list of its files with their SHA-256 (PostgreSQL manual, BASE_BACKUP). Whoever writes meanwhile goes on;
 * PostgreSQL checks the sum of each page on the way. Throws what PostgreSQL or `keep` says.
 */
export const streamBase = async (connection: Connection, keep: Keep): Promise<Copied> => {
  const client = new StoreClient({ ...connection, application_name: 'anju backup', replication: 'true' } as pg.ClientConfig)
  await client.connect()
  let broken: Error | null = null
  const fail = (error: Error): void => {
    broken ??= error
    ;(client as unknown as Wire).connection.stream.destroy(error)
  }
  const files = receiver(keep, fail)
  try {
    const options = ["LABEL 'anju'", "CHECKPOINT 'fast'", 'WAL', "MANIFEST 'yes'", "MANIFEST_CHECKSUMS 'SHA256'", `MAX_RATE ${MOST_RATE}`]
    const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
      const query = copying(`BASE_BACKUP (${options.join(', ')})`, files.take)
      query.callback = (error: Error | null, result: pg.QueryResult[]) => (error ? reject(error) : resolve(result))
      client.query(query)
    })
    const places = results.filter(({ rows }) => rows[0]?.recptr !== undefined).map(({ rows }) => rows[0] as { recptr: string; tli: string })
    const [first, last] = [places[0], places.at(-1)]
    if (!first || !last) throw new Error('BASE_BACKUP gave no place')
    return { timeline: Number(first.tli), start: first.recptr, end: last.recptr, ...(await files.done()) }
  } catch (error) {
    await files.cut(error as Error)
    throw broken ?? error
  } finally {
    await client.end().catch(() => undefined)
  }
}
