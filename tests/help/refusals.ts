import { readFileSync } from 'node:fs'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The sentences by which a start refuses, as docs/operating.md has them; what stands where the page has … may be anything. */
const told = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| [^|]+ \| (.+) \|$/gm)].map(
  ([, sentence = '']) => new RegExp(`^${sentence.split('…').map(escaped).join('[\\s\\S]*')}$`),
)

/** Whether the page tells of a sentence by which a start refused. */
export const isTold = (said: string): boolean => told.some((sentence) => sentence.test(said.trim()))
