import { defineConfig } from 'vitest/config'
import { ownModules } from './scripts/lib/ownModules.ts'
import { packageFiles } from './scripts/lib/packageFiles.ts'
import { threads } from './scripts/lib/threads.ts'

/** What only `npm run prove` runs: walks over everything, and faults of which npm test has one of the kind (docs/decisions/041-prove.md). */
const exclude = process.env.ANJU_PROVE === '1' ? [] : ['tests/**/*.proof.test.ts']

const slow = { testTimeout: 120_000, hookTimeout: 300_000 }

/** Each file starts its own server or sits at one in a process of its own; what it imports holds nothing for the next. */
const isolate = false

/** A larger nursery than node's own 16 MB: of what a test makes little is left when that is full, and collecting takes a tenth less of all processor time. */
const execArgv = ['--max-semi-space-size=64']

const plugins = [packageFiles({ isCopied: false }), threads(), ownModules()]

/** Three suites: pure rules; calls over real HTTP on a real PostgreSQL; staff's clicks in a real Chromium, with the faults and the sample that they begin with. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins,
        test: { name: 'unit', include: ['tests/{core,derive,domain,protocol,schemas}/**/*.test.ts'], exclude, isolate, execArgv },
      },
      {
        plugins,
        test: {
          name: 'server',
          include: ['tests/{server,contract,meta,attack}/**/*.test.ts'],
          exclude,
          globalSetup: 'tests/help/store/sharedStore.ts',
          isolate,
          execArgv,
          ...slow,
        },
      },
      {
        plugins,
        test: {
          name: 'browser',
          include: ['tests/{browser,fault,sample}/**/*.test.ts'],
          exclude,
          globalSetup: 'tests/help/browserSetup.ts',
          expect: { poll: { timeout: 15_000 } },
          isolate,
          execArgv,
          // Behind the others: its stores are being made while they run.
          sequence: { groupOrder: 1 },
          // A page that is being drawn, or waited for, leaves a core free.
          maxWorkers: 3,
          ...slow,
        },
      },
    ],
    maxWorkers: 2,
    experimental: { fsModuleCachePath: '.cache/modules' },
  },
})
