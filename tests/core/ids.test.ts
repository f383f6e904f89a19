import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_INT } from '../../src/core/ids.ts'

test('the largest number of a record stands in one file', () => {
  const files = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const holding = files.filter((file) => /\.tsx?$/.test(file) && /2_?147_?483_?647/.test(readFileSync(file, 'utf8')))
  expect(holding).toEqual(['src/core/ids.ts'])
  expect(MAX_INT).toBe(2 ** 31 - 1)
})
