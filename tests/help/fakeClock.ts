import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const ROOT = '/usr/lib'

/** So long a process takes its offset for what the file still says, in seconds. */
const CACHED_SECONDS = 1

const found = (): string | undefined =>
  readdirSync(ROOT)
    .map((part) => join(ROOT, part, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path))

/** The library that gives a process another clock; installed where it is not there. Throws where that cannot be. */
const library = (): string => {
  if (!found())
    try {
      execFileSync('apt-get', ['install', '-y', 'faketime'], { stdio: 'ignore' })
    } catch {
      // Said below.
    }
  const path = found()
  if (!path) throw new Error('This proof needs libfaketime: apt-get install faketime')
  return path
}

/** The program of PostgreSQL gets an environment as good as empty: here what the clock needs is added to it. */
const HOOK = `
const children = require('node:child_process')
const { spawn } = children
const added = Object.fromEntries(Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')))
children.spawn = (program, args, options) => spawn(program, args, options?.env ? { ...options, env: { ...options.env, ...added } } : options)
require('node:module').syncBuiltinESMExports()
`

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
  const [file, hook] = [join(folder, 'offset'), join(folder, 'hook.cjs')]
  let offset = 0
  const write = (): void => writeFileSync(file, `${offset < 0 ? '' : '+'}${offset}\n`)
  write()
  writeFileSync(hook, HOOK)
  return {
    folder,
    env: {
      LD_PRELOAD: library(),
      NODE_OPTIONS: `--require ${hook}`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHED_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
    offset: () => offset,
    async put(seconds) {
      offset = seconds
      write()
      await wait(2000 * CACHED_SECONDS)
    },
  }
}
