import { expect, test } from 'vitest'
import { mergedGuards } from '../../../server/store/bringUp/merged.ts'
import { retiredGuards } from '../../../server/store/bringUp/retired.ts'
import { resourceNamed, resources } from '../../../src/declared/declared.ts'

const targets = new Map(resources.map((resource) => [resource.name, resource]))

/** The names of the functions that these statements make, as PostgreSQL keeps them. */
const functionsOf = (statements: readonly string[]): string[] =>
  statements.flatMap((text) => /create or replace function "([^"]+)"/.exec(text)?.[1]?.slice(0, 63) ?? [])

test('however long a table’s name is, each of its columns has a guard of its own', () => {
  const contract = Object.create(resourceNamed('contract'), { table: { value: 'x'.repeat(60) } })
  const org = Object.create(resourceNamed('org'), { table: { value: 'x'.repeat(60) } })
  for (const names of [functionsOf(mergedGuards(contract, targets)), functionsOf(retiredGuards(org, targets))]) {
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
  }
})
