import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inlined } from '../../../server/store/reading/literals.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const readBack = async (query: RawBuilder<{ v: unknown }>): Promise<unknown> =>
  (await sql.raw<{ v: unknown }>(inlined(query)).execute(server.db)).rows[0]?.v

/** What PostgreSQL can hold: no NUL, no half of a pair. */
const text = fc.string({ unit: 'grapheme' }).map((typed) => typed.replaceAll('\0', ''))

test('a value written into a query is read as that value, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(text), fc.integer(), async (word, words, number) => {
      expect(await readBack(sql`select ${word}::text as v`)).toBe(word)
      expect(await readBack(sql`select to_json(${words}::text[]) as v`)).toEqual(words)
      expect(await readBack(sql`select ${number}::bigint as v`)).toBe(number)
    }),
    { numRuns: 60 },
  )
  for (const bad of ["'; drop table job; --", '\\', "\\'", '{a,"b"}', 'null', '$1', '"'])
    expect(await readBack(sql`select (${[bad]}::text[])[1] = ${bad} as v`)).toBe(true)
  expect(await readBack(sql`select ${null}::text as v`)).toBe(null)
})
