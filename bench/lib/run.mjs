import { machine, missedTargets, print } from './figures.mjs'
import { endAll } from './server.mjs'

/** Runs a bench: prints its name and the machine, ends what it started whatever happens, and fails when a target was missed. */
export const bench = async (title, work) => {
  print(`\n${title}（${machine()}，${new Date().toISOString().slice(0, 10)}）\n`)
  const stop = () => endAll().then(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await work()
  } catch (error) {
    print(error.stack ?? String(error))
    process.exitCode = 1
  } finally {
    await endAll()
  }
  if (missedTargets() > 0) process.exitCode = 1
}
