import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

/** OWASP ASVS 5.0, levels 1 and 2: how many requirements each section has. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'

test('docs/security.md answers for every requirement of levels 1 and 2, each once or more', () => {
  const wanted = SECTIONS.split(' ').flatMap((section) => {
    const [place, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${place}.${index + 1}`)
  })
  const answered = new Set(rows.flatMap((row) => row.split('|')[1]?.match(/\d+\.\d+\.\d+/g) ?? []))
  expect(wanted.filter((one) => !answered.has(one))).toEqual([])
  expect([...answered].filter((one) => !wanted.includes(one))).toEqual([])
  expect(wanted).toHaveLength(253)
})

test('each line names a test or a page that is there, or says why there is none', () => {
  for (const row of rows) {
    const [, , how = '', proof = ''] = row.split('|').map((part) => part.trim())
    expect([row, how.length > 1, proof.length > 1]).toEqual([row, true, true])
    for (const [, file = ''] of proof.matchAll(/`([^`]+)`/g)) expect([file, existsSync(file)]).toEqual([file, true])
  }
})

test('each kind of attack that is tested is named on the page', () => {
  for (const file of readdirSync('tests/attack')) expect(page).toContain(file.replace('.test.ts', ''))
})
