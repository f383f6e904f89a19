import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'

/** A closed terminal says SIGHUP, which the server does not know: to it that is an ordinary stop. */
const passedOn = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }

const starter = process.ppid
const WATCH_MS = 300

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/** npm tells only its shell of a signal, and the shell dies without a word to us: another parent than at first means that we were to stop. */
const watchStarter = (onGone) => {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const watch = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(watch)
    onGone()
  }, WATCH_MS)
  return watch.unref()
}

/**
 * Runs a program to its end and answers `{ code, text, stopped }`. A signal to us goes to the program, and we wait for it to finish;
 * `stopped` is then the exit code to leave with, even where the program took the signal for a success.
 */
export const run = (command, args, { quiet = false, env = {}, ...options } = {}) =>
  new Promise((done) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env }, ...options })
    let text = ''
    let stopped = null
    child.stdout?.setEncoding('utf8').on('data', (part) => (text += part))
    child.stderr?.setEncoding('utf8').on('data', (part) => (text += part))
    const stop = (signal) => {
      stopped = codeOf(null, signal)
      child.kill(passedOn[signal])
    }
    for (const signal of Object.keys(passedOn)) process.on(signal, stop)
    const watch = watchStarter(() => stop('SIGTERM'))
    const finish = (code, note = '') => {
      for (const signal of Object.keys(passedOn)) process.off(signal, stop)
      clearInterval(watch)
      done({ code, text: text + note, stopped })
    }
    child.on('error', (error) => finish(127, `${command}：${error.message}\n`))
    child.on('close', (code, signal) => finish(codeOf(code, signal)))
  })

export const node = (args, options) => run(process.execPath, args, options)

/** npm as npm itself would start it: on Windows it is a script, not a program. */
export const npm = (args, options) => {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return node([script, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32', ...options })
}

/** Runs a step that must succeed: leaves the process with its code when it fails or when we were told to stop. */
export const must = async (promise, message) => {
  const { code, text, stopped } = await promise
  if (stopped !== null) process.exit(stopped)
  if (code === 0) return
  process.stderr.write(`${text}${message}\n`)
  process.exit(code)
}
