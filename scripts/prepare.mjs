import { prepare } from './lib/prepare.mjs'

/** Installs and builds where the sources ask for it, and starts nothing. */
await prepare()
