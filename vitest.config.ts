import { defineConfig } from 'vitest/config'
import { threads } from './scripts/lib/threads.ts'

const slow = { testTimeout: 120_000, hookTimeout: 300_000 }

/** Each file starts its own server or sits at one in a process of its own; what it imports holds nothing for the next. */
const isolate = false

const plugins = [threads()]

/** Three suites: pure rules; calls over real HTTP on a real PostgreSQL; staff's clicks in a real Chromium, with the faults. */
export default defineConfig({
  test: {
    projects: [
      { plugins, test: { name: 'unit', include: ['tests/{core,derive,domain,protocol,schemas}/**/*.test.ts'], isolate } },
      {
        plugins,
        test: {
          name: 'server',
          include: ['tests/{server,contract,meta,attack}/**/*.test.ts'],
          globalSetup: 'tests/help/store/sharedStore.ts',
          isolate,
          ...slow,
        },
      },
      {
        plugins,
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
