import type { Vite } from 'vitest/node'

/** The name that vitest gives to what runs in its own process: the setups of whole suites. */
const OWN = '__vitest__'

/**
 * Keeps what vitest runs in its own process out of its cache of modules: vitest 4.1.12 reads that back as bytes, of which the stack of an
 * error cannot be made, and whatever reads one there, node's own sockets among them, throws instead.
 */
export const ownModules = (): Vite.Plugin => ({
  name: 'own-modules',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    experimental_defineCacheKeyGenerator(({ environment }) => (environment.name === OWN ? false : undefined))
  },
})
