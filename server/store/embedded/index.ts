export { type Embedded, type EmbeddedOptions, startEmbedded } from './startEmbedded.ts'
export { type Connection, EmbeddedError, type Log } from './types.ts'
export { whileStopped } from './whileStopped.ts'
