import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOfSms } from '../../server/domain/dunning/rules/sms.ts'
import { nextStep, stepNow } from '../../server/domain/dunning/rules/steps.ts'
import { filled } from '../../src/core/prints.ts'

const stage = fc.record({
  name: fc.constantFrom('提醒', '电话', '书面', '律师函', '起诉'),
  way: fc.integer({ min: 1, max: 4 }),
  days: fc.integer({ min: 1, max: 400 }),
})
const stages = fc.uniqueArray(stage, { selector: ({ name }) => name, minLength: 1, maxLength: 5 })

test('done one after the other as each is due, the steps come in the order of their days, each once, and then none', () => {
  fc.assert(
    fc.property(stages, (all) => {
      const done: string[] = []
      let day = 0
      for (let next = nextStep(all, day, done); next; next = nextStep(all, day, done)) {
        // Before its day the last one is done again; on its day it is its turn.
        if (!next.isDue && done.length > 0) expect(stepNow(all, day, done)).toBe(done.at(-1))
        day = Math.max(day, next.stage.days)
        expect(nextStep(all, day, done)).toEqual({ stage: next.stage, isDue: true })
        done.push(stepNow(all, day, done))
      }
      expect(done.map((name) => all.find((one) => one.name === name)?.days)).toEqual(all.map(({ days }) => days).toSorted((a, b) => a - b))
      expect(stepNow(all, 1000, done)).toBe(done.at(-1))
    }),
  )
})

test('what was done by a step that is no more counts for nothing', () => {
  expect(nextStep([{ name: '提醒', way: 1, days: 1 }], 5, ['旧的'])).toEqual({ stage: { name: '提醒', way: 1, days: 1 }, isDue: true })
})

test('an SMS of 70 signs is one, a longer one is charged by 67; a sign of two units is one', () => {
  expect([0, 1, 70, 71, 134, 135].map((n) => partsOfSms('字'.repeat(n)))).toEqual([1, 1, 1, 2, 2, 3])
  expect(partsOfSms('😀'.repeat(70))).toBe(1)
})

test('each known word is put in its place, wherever and however often; what looks like one stays', () => {
  expect(filled('{甲}欠{欠款}，{甲}！{别的} {', { 甲: '王', 欠款: '1.00' })).toBe('王欠1.00，王！{别的} {')
  // What is put in is not looked at again.
  expect(filled('{甲}', { 甲: '{乙}', 乙: '错' })).toBe('{乙}')
  expect(filled('{constructor}', {})).toBe('{constructor}')
})
