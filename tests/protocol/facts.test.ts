import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateOf, isDate, minuteOf, secondsOf } from '../../src/protocol/dates.ts'
import { readIdCard } from '../../src/protocol/idCard.ts'
import { isMasked, maskCard, maskPhone, withoutSecrets } from '../../src/protocol/masks.ts'

test('a card says sex, birth and age; even second-to-last digit is 2', () => {
  expect(readIdCard('11010519491231002X', '2026-11-21')).toEqual({ sex: 2, birth: '1949-12-31', age: 76 })
  expect(readIdCard('110105194912310021', '2026-11-21')).toBeNull()
  expect(readIdCard('110105190012310021', '2026-11-21')).toBeNull()
  expect(readIdCard('11010519490230002X', '2026-11-21')).toBeNull()
})

test('phones hide digits 4 to 7, cards all but the ends', () => {
  expect(maskPhone('13812345678')).toBe('138****5678')
  expect(maskCard('11010519491231002X')).toBe('110***********002X')
  expect(isMasked(maskPhone('13812345678'))).toBe(true)
})

test('a text that may quote secrets comes out without them and is otherwise as it was', () => {
  const token = 'a1'.repeat(32)
  expect(withoutSecrets(`token=${token}&page=1`)).toBe('token=[已隐去]&page=1')
  expect(withoutSecrets(`{"password":"hunter2","name":"王芳"}`)).toBe('{"password":"[已隐去]","name":"王芳"}')
  expect(withoutSecrets('new_pwd: secret1; oldPwd = x9')).toBe('new_pwd: [已隐去]; oldPwd = [已隐去]')
  expect(withoutSecrets(`旧${token}新${'0'.repeat(32)}`)).toBe('旧[已隐去]新[已隐去]')
  expect(withoutSecrets('电话13812345678，证件11010519491231002X')).toBe('电话138****5678，证件110***002X')
  expect(withoutSecrets('TypeError: 1380 is not a function at main.ts:20:8')).toBe('TypeError: 1380 is not a function at main.ts:20:8')
})

test('property: a minute in Shanghai and its seconds are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const minute = seconds - (seconds % 60)
      expect(secondsOf(minuteOf(minute))).toBe(minute)
      expect(isDate(dateOf(seconds))).toBe(true)
    }),
  )
})

test('days that the calendar does not have are none', () => {
  expect(isDate('2026-02-29')).toBe(false)
  expect(isDate('2024-02-29')).toBe(true)
  expect(secondsOf('2026-11-21 24:00')).toBeNull()
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})
