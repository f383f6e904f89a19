import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/usr/lib'

const found = () =>
  readdirSync(ROOT)
    .map((part) => join(ROOT, part, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path))

/** The library that gives a process another clock; installed where it is not there. Throws where that cannot be. */
const library = () => {
  if (!found())
    try {
      execFileSync('apt-get', ['install', '-y', 'faketime'], { stdio: 'ignore' })
    } catch {
      // Said below.
    }
  const path = found()
  if (!path) throw new Error('另一个时钟要有 libfaketime：apt-get install faketime')
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

/**
 * What a program is started with to have another clock, and all that it starts; `folder` holds what that needs. Only the time of day is another: what is measured between two
 * moments is as it is. How far it is off ours is `offset` ('+3600s'), or in the file that FAKETIME_TIMESTAMP_FILE names.
 */
export const clockEnv = (folder, offset) => {
  mkdirSync(folder, { recursive: true })
  const hook = join(folder, 'hook.cjs')
  writeFileSync(hook, HOOK)
  return {
    LD_PRELOAD: library(),
    NODE_OPTIONS: `--require ${hook}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    ...(offset === undefined ? {} : { FAKETIME: offset }),
  }
}

/** What a program is started with to live on another day ('2028-02-29'), from ten in the morning in Shanghai on. Throws where it is no day. */
export const dayEnv = (folder, day) => {
  const begins = Date.parse(`${day}T10:00:00+08:00`)
  if (Number.isNaN(begins)) throw new Error(`--today 写作 2028-02-29，此处是 ${day}`)
  const seconds = Math.round((begins - Date.now()) / 1000)
  return clockEnv(folder, `${seconds < 0 ? '' : '+'}${seconds}s`)
}
