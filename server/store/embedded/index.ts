export { type Embedded, startEmbedded } from './startEmbedded.ts'
export { EmbeddedError, type Log } from './types.ts'
export { whileStopped } from './whileStopped.ts'
