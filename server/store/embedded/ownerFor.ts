import { type Identity, identityFor } from './identity.ts'
import { pathsOf } from './paths.ts'

/** Gives whom the files of a new cluster in a data directory have to belong to; of nobody in particular where that is simply ourselves. */
export const ownerFor = (dataDir: string): Identity => identityFor(pathsOf(dataDir))
