import type { Readable } from 'node:stream'

/** What a place holds, and since when (seconds). */
export interface Listed {
  /** Below the place, with / on every system. */
  path: string
  bytes: number
  at: number
}

/** Something that is there, open. */
export interface OpenBlob {
  /** Null where that is known only when it has been read. */
  bytes: number | null
  stream: Readable
}

/** A place that keeps files whole, by their paths: a folder, or a bucket of an S3-compatible store. */
export interface Blobs {
  /** How staff and the operator call it. */
  where: string
  /** Writes a file: it appears whole under its path or not at all. What comes as a stream is never whole in memory. */
  put(path: string, content: Uint8Array | Readable): Promise<void>
  /** Keeps a finished file of this machine, which is moved there. */
  take(path: string, file: string): Promise<void>
  /** Null where it is gone. */
  get(path: string): Promise<OpenBlob | null>
  /** Whether a file is there, of so many bytes where the place can tell. */
  has(path: string, bytes?: number): Promise<boolean>
  /** Gives what is below a folder ('' is everything), in the order of the paths; what is half written is not there. */
  list(below: string): Promise<Listed[]>
  /** Gives the names directly below a folder that are folders themselves, with whatever is half written in them. */
  folders(below: string): Promise<string[]>
  /** Removes a folder with all that is in it. */
  clear(below: string): Promise<void>
  /** Where on this machine a file lies, or would; null where the place is elsewhere. */
  pathOf(path: string): string | null
  /** Removes a file; one that is not there is no matter. */
  remove(path: string): Promise<void>
}
