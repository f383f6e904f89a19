import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 120_000, hookTimeout: 300_000 }

/** Each file starts its own server or sits at one in a process of its own; what it imports holds nothing for the next. */
const isolate = false

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
          isolate,
          ...slow,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{browser,fault}/**/*.test.ts'],
          globalSetup: 'tests/help/browserSetup.ts',
          expect: { poll: { timeout: 15_000 } },
          isolate,
          ...slow,
        },
      },
    ],
    maxWorkers: 2,
  },
})
