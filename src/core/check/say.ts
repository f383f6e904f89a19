import { nearest } from '../nearest.ts'

/** Takes down one mistake: its rule, its place inside the declaration, what is wrong, and the nearest right word. */
export type Say = (id: string, at: string, message: string, hint?: string | null) => void

/** Says so where a name is not among those that are known, with the nearest one. */
export const isKnown = (name: string, known: readonly string[], at: string, say: Say, what: string, id = 'R110'): boolean => {
  if (known.includes(name)) return true
  const near = nearest(name, known)
  say(id, at, `没有名为 '${name}' 的${what}，可用：${known.join(', ')}`, near && `是否想写 '${near}'？`)
  return false
}
