import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 120_000, hookTimeout: 300_000 }

/** Three suites: pure rules; calls over real HTTP on a real PostgreSQL; staff's clicks in a real Chromium, with the faults. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/{core,derive,protocol,schemas}/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/{server,contract,meta}/**/*.test.ts'],
          globalSetup: 'tests/help/sharedStore.ts',
          ...slow,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{browser,fault}/**/*.test.ts'],
          globalSetup: 'tests/help/browserSetup.ts',
          expect: { poll: { timeout: 15_000 } },
          // What these files import holds nothing between them: the browser and the server have processes of their own.
          isolate: false,
          ...slow,
        },
      },
    ],
    maxWorkers: 2,
  },
})
