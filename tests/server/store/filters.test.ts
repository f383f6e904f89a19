import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOf, filtersOf } from '../../../server/store/reading/filters.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** As the index finds it, and as a row at hand is tested. */
const isFound = async (content: string, typed: string) => {
  const { conditions, tests } = filtersOf(resourceNamed('org'), { region_name: typed })
  const { rows } = await sql<{ indexed: boolean; tested: boolean }>`
    select ${allOf(conditions)} as indexed, ${allOf(tests)} as tested from (select ${content}::text as region_name) as t
  `.execute(server.db)
  return rows[0]
}

test('a code is found as it was typed, and as the system writes its numbers: in large letters and plain digits', async () => {
  const found = async (sn: string, typed: string): Promise<boolean | undefined> => {
    const { conditions } = filtersOf(resourceNamed('contract'), { sn: typed })
    return (await sql<{ is: boolean }>`select ${allOf(conditions)} as is from (select ${sn}::text as sn) as t`.execute(server.db)).rows[0]
      ?.is
  }
  for (const typed of ['HT2026', 'ht2026', 'ＨＴ２０２６', 'Ht２026'])
    expect([typed, await found('HT20260101000001', typed)]).toEqual([typed, true])
  expect([await found('ht-a', 'ht'), await found('ht-a', 'HT'), await found('HT20260101000001', 'ht2027')]).toEqual([true, false, false])
})

const letter = fc.constantFrom('凤', '凰', '里', '𠮷', 'a', 'A', 'é', 'É', 'ß', 'Я', 'я', '1', '１', 'Ａ', '%', '_', '\\', "'", ' ')
const typing = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''))

test('a text is found by any piece of it, large letters or small, by the index and by the walk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { maxLength: 12 }), typing, async (letters, typed) => {
      const content = letters.join('')
      const holds = (written: string): boolean => content.toLowerCase().includes(written.toLowerCase())
      const isHeld = holds(typed) || holds(typed.replaceAll('１', '1').replaceAll('Ａ', 'A'))
      expect(await isFound(content, typed)).toEqual({ indexed: isHeld, tested: isHeld })
    }),
    {
      numRuns: 150,
      examples: [
        [[...'凤凰A里'], '凰a'],
        [[...'凤凰a里'], 'A里'],
        [[...'里凤凰'], '凤凰'],
        [[...'凤里凰'], '凤凰'],
        [[...'凤凰A1'], '凰Ａ１'],
        // A blank is a letter like any other.
        [[...'凤凰'], ' '],
        [[...'凤凰'], '凰 '],
      ],
    },
  )
})
