import { setPriority } from 'node:os'

/** Of nice(1): who asks for a list waits for it, who prints a thousand receipts does not. */
const LATER = 10

/**
 * Puts the thread that calls it behind those that answer calls. Only on Linux, where a thread has a priority of its own: elsewhere it would be the process's. Where
 * the system does not allow it (a unit or a container that filters its calls) the thread works where it is.
 */
export const yieldToLists = (step: (priority: number) => void = setPriority): void => {
  if (process.platform !== 'linux') return
  try {
    step(LATER)
  } catch {
    // Lists wait a little while something is printed; not to print at all would be worse.
  }
}
