import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/conformance.md', 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([, place = '', , how = '', proof = '']) => ({ place, how, proof }))

/** How many lines each section of the specification has; one that is taken away here is missed. */
const SECTIONS = { 2: 63, 3: 19, 4: 9, 5: 39, 6: 6, 7: 37, 8: 8, 9: 12 }

test('docs/conformance.md answers for every line of sections 2 to 9, each once', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${String(index + 1).padStart(2, '0')}`),
  )
  expect(rows.map(({ place }) => place)).toEqual(wanted)
})

test('every line has a test that is there under its name', () => {
  const broken: string[] = []
  for (const { place, how, proof } of rows) {
    const named = [...proof.matchAll(/`([^`]+) › ([^`]+)`/g)]
    if (named.length === 0) broken.push(`${place}: no test`)
    if (how === '') broken.push(`${place}: not said how`)
    for (const [, file = '', title = ''] of named)
      if (!existsSync(file) || !titlesOf(file).includes(title)) broken.push(`${place}: ${file} › ${title}`)
  }
  expect(broken).toEqual([])
})

/** The names that tests of a file are called by: what stands before the function that is the test. */
const titlesOf = (file: string): string[] => {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s*(?:async\s*)?(?:\(|\{ timeout)/g)].map(([, , title = '']) => title)
}
