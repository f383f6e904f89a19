import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clockEnv } from '../../scripts/lib/otherClock.mjs'

/** So long a process takes its offset for what the file still says, in seconds. */
const CACHED_SECONDS = 1

/** A clock for a node, its PostgreSQL and the commands that an operator types, which is put back while they run. */
export interface FakeClock {
  /** What they are started with. */
  env: Record<string, string>
  /** The folder that its files are in. */
  folder: string
  /** How many seconds it is off ours. */
  offset: () => number
  /** Puts it so many seconds off ours, and waits until all have seen it. */
  put(seconds: number): Promise<void>
}

/** Makes one that goes as ours does. Only the time of day is another: what is measured between two moments is as it is. */
export const fakeClock = (): FakeClock => {
  const folder = mkdtempSync(join('/var/tmp', 'anju-clock-'))
  // As root PostgreSQL runs as another user, who has to read it.
  execFileSync('chmod', ['755', folder])
  const file = join(folder, 'offset')
  let offset = 0
  const write = (): void => writeFileSync(file, `${offset < 0 ? '' : '+'}${offset}\n`)
  write()
  return {
    folder,
    env: {
      ...clockEnv(folder),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHED_SECONDS),
    },
    offset: () => offset,
    async put(seconds) {
      offset = seconds
      write()
      await wait(2000 * CACHED_SECONDS)
    },
  }
}
