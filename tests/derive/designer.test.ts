import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { carryOver } from '../../src/core/carryOver.ts'
import { checkChange } from '../../src/core/check/checkChange.ts'
import { checkRunTime } from '../../src/core/check/checkRunTime.ts'
import type { Resource } from '../../src/core/resource.ts'
import { completedAmong } from '../../src/declared/declared.ts'
import { problemsAmong } from '../../src/declared/problems.ts'
import { putAction, valuesOfAction } from '../../src/derive/designer/action.ts'
import { actionForm } from '../../src/derive/designer/actionForm.ts'
import { basicsForm, putBasics, valuesOfBasics } from '../../src/derive/designer/basics.ts'
import { choicesBeside } from '../../src/derive/designer/condition.ts'
import { isKept, removeField, retireField, reviveField, usesOf } from '../../src/derive/designer/edit.ts'
import { columnOf, valuesOfField } from '../../src/derive/designer/field.ts'
import { fieldForm } from '../../src/derive/designer/fieldForm.ts'
import { throughsOf } from '../../src/derive/designer/through.ts'
import { choosable, columnsOf, ground, problemsOf, run, start, steps, typed } from '../help/declared/designing.ts'
import { rounds } from '../help/depth.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

describe('the designer', () => {
  test('whatever it makes passes the checks and can be completed', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        expect(problemsOf(made)).toEqual([])
        expect(completedAmong(made).columns.length).toBeGreaterThan(0)
      }),
      { numRuns: rounds(30, 200) },
    )
  })
  test('whatever it makes of a published screen loses nothing, and neither does going back', () => {
    fc.assert(
      fc.property(steps, steps, (first, then) => {
        const published = run(start(), first)
        const next = run(published, then, published)
        expect(problemsOf(next)).toEqual([])
        expect(checkChange(published, next)).toEqual([])
        const back = carryOver(published, next)
        expect(checkChange(next, back)).toEqual([])
        expect(problemsOf(back)).toEqual([])
      }),
      { numRuns: rounds(24, 150) },
    )
  })
  test('its dialogs show what is declared: saved as they open, nothing changes', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        for (const name of Object.keys(made.columns)) {
          if (isKept(made, name) || made.columns[name]?.retired) continue
          const throughs = throughsOf(made, columnsOf)
          const choices = choicesBeside(made, name)
          const form = fieldForm('字段', choosable, null, throughs, { choices })
          const values = typed(form, valuesOfField(made, name, choosable, throughs))
          expect(columnOf(values, choosable, made.columns[name] ?? null, throughs, choices)).toEqual(made.columns[name])
        }
        for (const name of Object.keys(made.actions ?? {})) {
          const values = typed(actionForm('操作', made, name), valuesOfAction(made, name))
          expect(putAction(made, name, values)).toEqual(made)
        }
        expect(problemsOf(putBasics(made, typed(basicsForm(made), valuesOfBasics(made))))).toEqual([])
      }),
      { numRuns: rounds(16, 100) },
    )
  })
  test('retired and taken back, a field is as it was: its words, its place, whether it is asked for', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const made = run(start(), some)
        for (const name of Object.keys(made.columns)) {
          if (made.columns[name]?.retired || usesOf(made, name).length > 0) continue
          const retired = retireField(made, name)
          expect(problemsOf(retired)).toEqual([])
          expect(completedAmong(retired).actions.some(({ form }) => form && name in form.properties)).toBe(false)
          expect(JSON.stringify(reviveField(retired, name))).toBe(JSON.stringify(made))
          // And also where what came since was retired by going back.
          const before = removeField(made, name)
          expect(JSON.stringify(reviveField(carryOver(before, made), name))).toBe(JSON.stringify(made))
        }
      }),
      { numRuns: rounds(16, 100) },
    )
  })
})

describe('any JSON', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, '', -1, 1e300, '__proto__', { of: {} }, ['a'], true))
  const parts = fc.constantFrom(
    'name',
    'label',
    'path',
    'menu',
    'key',
    'title',
    'columns',
    'sort',
    'form',
    'dialogs',
    'actions',
    'calls',
    'unique',
    'scope',
    'has',
  )
  test('is refused with a place and a message, or is a screen', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          odd,
          fc.tuple(parts, odd).map(([part, value]) => ({ ...start(), [part]: value })),
        ),
        (raw) => {
          const general = problemsAmong(raw, [])
          const found = general.length > 0 ? general : checkRunTime(raw, ground)
          for (const { id, message, at } of found) {
            expect(id).toMatch(/^R\d{3}$/)
            expect(message.length).toBeGreaterThan(0)
            expect(typeof at).toBe('string')
          }
          if (found.length === 0) expect(completedAmong(raw as Resource).name).toBe('probe')
        },
      ),
      { numRuns: rounds(120, 800) },
    )
  })
})
