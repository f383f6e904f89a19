import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCharacterOf, isCreditCode } from '../../src/protocol/creditCode.ts'

const LETTERS = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
const digits = fc.stringMatching(/^\d{6}$/)
const letters = (n: number) => fc.array(fc.constantFrom(...LETTERS), { minLength: n, maxLength: n }).map((all) => all.join(''))
const body = fc.tuple(letters(2), digits, letters(9)).map((parts) => parts.join(''))

test('codes of real registrations are right', () => {
  // Published by the companies themselves: 阿里巴巴（中国）, 腾讯计算机系统, 华为技术.
  for (const code of ['91330100799655058B', '9144030071526726XG', '914403001922038216'])
    expect([code, isCreditCode(code)]).toEqual([code, true])
})

test('property: of a right code no other character in any place, and no two neighbours exchanged, leave it right', () => {
  fc.assert(
    fc.property(body, fc.nat(17), fc.constantFrom(...LETTERS), (first, place, other) => {
      const code = first + checkCharacterOf(first)
      expect(isCreditCode(code)).toBe(true)
      const changed = code.slice(0, place) + other + code.slice(place + 1)
      expect(isCreditCode(changed)).toBe(changed === code)
      const [a, b] = [code[place], code[place + 1]]
      if (b !== undefined && a !== b) expect(isCreditCode(code.slice(0, place) + b + a + code.slice(place + 2))).toBe(false)
    }),
  )
})

test('what is no code is none: small letters, I, O, S, V, Z, another length', () => {
  for (const wrong of ['', '91330100799655058b', '9133010079965505', '91330100799655058B1', 'I1330100799655058B', '91330100O99655058B'])
    expect([wrong, isCreditCode(wrong)]).toEqual([wrong, false])
})
