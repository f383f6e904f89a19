import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const BEAT_MS = 2_000
/** Process ids are used again, so a live id alone does not prove a holder: it must also have touched its lock lately. */
const SILENT_MS = 60_000

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const read = (file) => {
  try {
    return { pid: Number(readFileSync(file, 'utf8')), age: Date.now() - statSync(file).mtimeMs }
  } catch {
    return null
  }
}

const isLeft = ({ pid, age }) => age > SILENT_MS || pid === process.pid || (pid > 0 && !isAlive(pid))

/** Two may find the same dead lock: what was moved away is looked at again, and given back if it was another's new one. */
const removeLeft = (file) => {
  const moved = `${file}.${process.pid}`
  try {
    renameSync(file, moved)
    const found = read(moved)
    if (found && !isLeft(found)) linkSync(moved, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(moved, { force: true })
}

const take = (file) => {
  const mine = `${file}.${process.pid}.new`
  // A link appears with its content in one step; a file opened with 'wx' can be read while still empty.
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Does `work` while no other process does; waits for its turn. */
export const withLock = async (file, onWait, work) => {
  let hasWaited = false
  while (!take(file)) {
    const found = read(file)
    if (found && isLeft(found)) {
      removeLeft(file)
      continue
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await pause(200)
  }
  const release = () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), BEAT_MS)
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}
