import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const GRACE_MS = 10_000

/** An entry of PATH that no program needs: PATH is what every child gets, also those started with an otherwise empty environment. */
export const markedPath = () => {
  const mark = `/anju-test-run-${randomUUID()}`
  return { mark, path: `${process.env.PATH}${delimiter}${mark}` }
}

const textOf = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const marked = (mark) => {
  if (!existsSync('/proc/self/environ')) return []
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids
    .filter((id) => textOf(`/proc/${id}/environ`).includes(mark))
    .map((id) => ({ id: Number(id), line: textOf(`/proc/${id}/cmdline`).replaceAll('\0', ' ') }))
}

/** Ends, each by its id, what a test run left running, and answers what it was. Processes that are just ending get a moment. */
export const endLeftovers = async (mark) => {
  const until = Date.now() + GRACE_MS
  while (marked(mark).length > 0 && Date.now() < until) await pause(200)
  const left = marked(mark)
  for (const { id } of left) {
    try {
      process.kill(id, 'SIGTERM')
    } catch {
      // It ended between the look and the signal.
    }
  }
  return left.map(({ id, line }) => `${id} ${line.slice(0, 160)}`)
}
