import { readdirSync, readFileSync } from 'node:fs'
import { camelCase } from 'es-toolkit'
import { expect, test } from 'vitest'
import { fileResources } from '../../src/declared/declared.ts'

/** A state, compared or set by its number; `0` and `1` of flags have other names. */
const BY_NUMBER = /\b(status|state)\b\s*(=|<>|in|not in|is distinct from|===|!==)\s*\(?\d/

/** Says of a room's state what its numbers are (src/schemas/property/roomState.ts). */
const TRUTH = 'server/domain/property/facts/room_facts.sql'

const sources = ['server/domain', 'server/sample', 'src/resources', 'src/ui'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes('/migrations/')),
)

test('no query, page or sample says a state by its number: all take it from the declaration', () => {
  expect(sources.length).toBeGreaterThan(300)
  const said = sources
    .filter((file) => file !== TRUTH)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => BY_NUMBER.test(line) && !/\baudit\b/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(said).toEqual([])
})

test('every set of states that a file declares is asked for: a list’s condition, a move, a constraint, a query', () => {
  const texts = sources.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const isAsked = (name: string, set: string): boolean => {
    const resource = camelCase(name)
    return texts.some(
      ([file, text]) =>
        text.includes(`{{${name}.${set}}}`) ||
        text.includes(`(${resource}, '${set}')`) ||
        text.includes(`${resource}.states?.sets?.${set})`) ||
        (file.endsWith(`/${resource}.ts`) && new RegExp(`'${set}'|\\b${set}: \\[`).test(text.replace(/sets: \{[^}]*\}/, ''))),
    )
  }
  const unread = fileResources.flatMap(({ name, states }) =>
    Object.keys(states?.sets ?? {})
      .filter((set) => !isAsked(name, set))
      .map((set) => `${name}.${set}`),
  )
  expect(unread).toEqual([])
})
