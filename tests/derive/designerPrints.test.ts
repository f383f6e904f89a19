import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { carryOver } from '../../src/core/carryOver.ts'
import { checkChange } from '../../src/core/check/checkChange.ts'
import { columnsIn, tablesIn } from '../../src/core/prints.ts'
import type { Column, Resource } from '../../src/core/resource.ts'
import { completedAmong, resourceNamed } from '../../src/declared/declared.ts'
import { listsOnPaper } from '../../src/declared/referring.ts'
import { differencesOf } from '../../src/derive/designer/differences.ts'
import { publishedAs, removeField, retireField, usesOf } from '../../src/derive/designer/edit.ts'
import { putState, stateForm } from '../../src/derive/designer/life.ts'
import {
  keptText,
  printForm,
  printingAction,
  putPrint,
  putPrintText,
  removePrint,
  retirePrint,
  revivePrint,
  shownText,
  textFields,
  valuesOfPrint,
} from '../../src/derive/designer/print.ts'
import { firstTable, type TextList, textLists } from '../../src/derive/designer/printTables.ts'
import { renamed } from '../../src/derive/designer/rename.ts'
import { validateForm } from '../../src/derive/forms/validateForm.ts'
import { printedParts } from '../../src/derive/prints.ts'
import { problemsOf, start, typed } from '../help/declared/designing.ts'
import { rounds } from '../help/depth.ts'

// Hundreds of declarations a property: more than the usual five seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

const flag = fc.integer({ min: 1, max: 2 })
const pieces = ['领用人', '\n', '# ', '## ', ' ', '#panic("x")', '$', '"', '：']
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('print' as const),
      label: fc.constantFrom('领用单', '回执', "O'Neil", '很长的单据名称很长的单据名称很长的'),
      name: fc.constantFrom('slip', 'receipt', 'third'),
      letters: fc.constantFrom('LY', 'HZ', 'ABCDEF'),
      heading: fc.option(fc.constantFrom('抬头', '"引号"'), { nil: undefined }),
      paper: flag,
      landscape: flag,
      many: flag,
      button: fc.option(fc.constant('印'), { nil: undefined }),
      from: fc.array(fc.nat(3), { maxLength: 3 }),
      isNew: fc.boolean(),
      pick: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('text' as const),
      parts: fc.array(fc.oneof(fc.constantFrom(...pieces), fc.nat(9)), { minLength: 1, maxLength: 8 }),
      tables: fc.array(fc.record({ list: fc.nat(9), columns: fc.uniqueArray(fc.nat(60), { maxLength: 4 }) }), { maxLength: 3 }),
      pick: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revive' as const), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), to: fc.constantFrom('a', 'b', 'owner'), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), pick: fc.nat(9) }) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 14 })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const nth = <T>(some: readonly T[], place: number): T | undefined => some[place % Math.max(1, some.length)]

/** A screen with fields of which two are called alike, one as another is named, and states. */
const begun = (): Resource => {
  const columns = {
    ...start().columns,
    fee: { label: '押金', is: 'fen' },
    owner: { label: '人' },
    keeper: { label: '人' },
    odd: { label: 'fee' },
    brace: { label: '{怪}' },
    photos: { label: '照片', is: 'images' },
    unread: { label: '不读', is: 'ref', of: 'project', list: 'never' },
  } as unknown as Readonly<Record<string, Column>>
  const has = [
    { label: '账单', resource: 'bill', by: 'contract_id' },
    { label: '同名', resource: 'org', by: 'p_id' },
    { label: '同名', resource: 'community', by: 'p_id' },
    { label: '会话', resource: 'session', by: 'user_id' },
  ]
  const made = { ...start(), columns, has, form: ['title', 'fee', 'photos'] } as unknown as Resource
  const state = (label: string) => typed(stateForm('状态'), { label, ends: 1 })
  return putState(putState(made, null, state('在用')), null, state('已还'))
}

/** The lists of which a text can have tables, as the panel offers them. */
const listsOf = ({ name, has = [] }: Resource): TextList[] =>
  textLists(listsOnPaper({ name, related: has }).map((list) => ({ ...list, resource: resourceNamed(list.resource) })))

/** A table as people write it: what its button puts in, or these columns of it, each once. */
const tableSaid = (lists: readonly TextList[], { list, columns }: { list: number; columns: readonly number[] }): string => {
  const found = nth(lists, list) as TextList
  const named = [
    ...new Map(columns.map((place) => nth(found.columns, place)).map((each) => [each?.word.split(':')[0], each?.said])).values(),
  ]
  return named.length === 0 ? firstTable(found) : `${found.said}：${named.join('、')}`
}

/** Does what the panel's buttons do: only what its dialog accepts, and only where a button is offered. */
const done = (now: Resource, one: Step, published: Resource | null): Resource => {
  const isPublished = (name: string): boolean => published?.prints?.[name] !== undefined
  const living = Object.entries(now.prints ?? {}).flatMap(([name, { retired }]) => (retired ? [] : [name]))
  if (one.do === 'print') {
    const from = one.isNew ? null : (nth(living, one.pick) ?? null)
    const form = printForm('单据', now, from !== null && isPublished(from))
    const codes = Object.values(now.states?.of ?? {}).map(({ code }) => code)
    const { from: places, isNew: _isNew, pick: _pick, do: _do, ...rest } = one
    const values = typed(form, { ...rest, from: places.flatMap((place) => nth(codes, place) ?? []).map((state) => ({ state })) })
    const name = String(values.name ?? from)
    const isTaken = name !== from && now.prints?.[name] !== undefined
    const others = Object.entries(now.prints ?? {}).filter(([each, { retired }]) => each !== from && !retired)
    // The same letters are said by the check, and mended.
    if (isTaken || others.some(([, { letters }]) => letters === values.letters) || validateForm(form, values).length > 0) return now
    return putPrint(now, from, values)
  }
  if (one.do === 'text') {
    const name = nth(living, one.pick)
    if (name === undefined) return now
    const isAlone = ({ word }: { word: string }): boolean => now.columns[word]?.is === 'images'
    const fields = textFields(now).filter((field) => !isAlone(field))
    const alone = textFields(now)
      .filter(isAlone)
      .map(({ said }) => `\n{${said}}`)
    const text = one.parts.map((part) => (typeof part === 'string' ? part : `{${nth(fields, part)?.said}}`)).join('')
    const lists = listsOf(now)
    const tables = one.tables.map((table) => `\n{${tableSaid(lists, table)}}`)
    return putPrintText(now, name, keptText(now, text + alone.join('') + tables.join(''), lists))
  }
  if (one.do === 'drop') {
    const name = nth(living, one.pick)
    if (name === undefined) return now
    return isPublished(name) ? retirePrint(now, name) : removePrint(now, name)
  }
  if (one.do === 'revive') {
    const retired = Object.keys(now.prints ?? {}).filter((name) => !living.includes(name))
    const name = nth(retired, one.pick)
    const letters = Object.entries(now.prints ?? {}).flatMap(([each, print]) => (living.includes(each) ? [print.letters] : []))
    return name === undefined || letters.includes(now.prints?.[name]?.letters ?? '') || !isWhole(now, name) ? now : revivePrint(now, name)
  }
  const fields = Object.keys(now.columns).filter((name) => ![now.key, 'title', 'created_at', now.states?.column].includes(name))
  const name = nth(fields, one.pick) ?? ''
  if (one.do === 'rename') {
    const taken = Object.entries(now.columns).flatMap(([each, { was = [] }]) => [each, ...was])
    return taken.includes(one.to) ? now : renamed(now, name, one.to, publishedAs(published, now, name) !== null)
  }
  if (usesOf(now, name).length > 0) return now
  return publishedAs(published, now, name) === null ? removeField(now, name) : retireField(now, name)
}

/** A retired paper may name what has gone since: reviving it, the check says so. */
const isWhole = (now: Resource, name: string): boolean =>
  columnsIn(now.prints?.[name]?.text ?? '', now.name).every((column) => now.columns[column] && !now.columns[column].retired)

const run = (from: Resource, some: readonly Step[], published: Resource | null = null): Resource =>
  some.reduce((now, one) => done(now, one, published), from)

/** Two states with nothing between them: the graph's own checks are not asked here. */
const wrongIn = (made: Resource) => problemsOf(made).filter(({ id }) => !['R155', 'R156', 'R157'].includes(id))

test('whatever the panel makes is right, and each paper has one action that prints it by its own call', () => {
  let made = 0
  fc.assert(
    fc.property(steps, (some) => {
      const now = run(begun(), some)
      expect(wrongIn(now)).toEqual([])
      const complete = completedAmong(now)
      for (const [name, { retired, text }] of Object.entries(now.prints ?? {})) {
        const action = now.actions?.[printingAction(now, name) ?? '']
        expect(action?.can).toBe(retired ? undefined : `/api/probe/${name}`)
        for (const part of printedParts(complete, { text }, { title: '{fee}', fee: 100 }))
          if (part.is === 'text') expect(part.text.replaceAll('{fee}', '')).not.toMatch(/[{}]/)
        made += 1
      }
    }),
    { numRuns: rounds(30, 200) },
  )
  expect(made).toBeGreaterThan(rounds(6, 100))
})

test('its dialog and its text show what is declared: saved as they open, nothing changes', () => {
  fc.assert(
    fc.property(steps, (some) => {
      const now = run(begun(), some)
      for (const [name, { text, retired }] of Object.entries(now.prints ?? {})) {
        for (const isPublished of [true, false])
          if (!retired)
            expect(putPrint(now, name, typed(printForm('单据', now, isPublished), valuesOfPrint(now, name, isPublished)))).toEqual(now)
        const lists = listsOf(now)
        expect(keptText(now, shownText(now, text, lists), lists)).toBe(text)
        expect(tablesIn(shownText(now, text, lists)).map(({ resource }) => resource)).not.toContain('bill')
        expect(keptText(now, text)).toBe(text)
      }
    }),
    { numRuns: rounds(30, 200) },
  )
})

test('whatever it makes of published papers keeps every one, and so does going back', () => {
  fc.assert(
    fc.property(steps, steps, (first, then) => {
      const published = run(begun(), first)
      const next = run(published, then, published)
      expect(checkChange(published, next)).toEqual([])
      const back = carryOver(published, next)
      expect(wrongIn(back)).toEqual([])
      expect(checkChange(next, back)).toEqual([])
      expect(Object.keys(back.prints ?? {})).toEqual(expect.arrayContaining(Object.keys(next.prints ?? {})))
    }),
    { numRuns: rounds(30, 200) },
  )
})

test('a field is named as it is called; what is called alike, or as another is named, by its name', () => {
  const made = begun()
  expect(shownText(made, '{fee} {fee:capitals} {owner} {keeper} {odd} {brace} {nobody}')).toBe(
    '{押金} {押金大写} {owner} {keeper} {odd} {brace} {nobody}',
  )
  expect(textFields(made).map(({ word }) => word)).not.toContain('unread')
  const renamedTo = renamed(
    putPrintText(putPrint(made, null, { label: '单', name: 'slip', letters: 'LY', paper: 1 }), 'slip', '{fee:capitals}{fee}'),
    'fee',
    'paid',
    true,
  )
  expect(renamedTo.prints?.slip?.text).toBe('{paid:capitals}{paid}')
})

test('what a version says otherwise of its papers is told in lines', () => {
  const made = putPrint(begun(), null, { label: '领用单', name: 'slip', letters: 'LY', paper: 1 })
  expect(differencesOf(begun(), made)).toEqual(['加了操作“打印领用单”', '加了打印“领用单”'])
  const other = putPrintText(putPrint(made, 'slip', { label: '领用单', letters: 'LY', paper: 2, landscape: 1 }), 'slip', '改')
  expect(differencesOf(made, other)).toEqual(['打印“领用单”：纸张：A4 → A5', '打印“领用单”：横向：否 → 是', '改了打印“领用单”的正文'])
})

test('a table is named as its list and its columns are called, lists that are called alike by their names, and what is not known stays', () => {
  const made = begun()
  const lists = listsOf(made)
  expect(lists.map(({ said }) => said)).toEqual(['账单', 'org.p_id', 'community.p_id', '会话'])
  const kept = '{bill.contract_id:sn,price:total}'
  const shown = shownText(made, kept, lists)
  expect(shown).toMatch(/^\{账单：[^、]+、[^、]+（合计）\}$/)
  expect(keptText(made, shown, lists)).toBe(kept)
  expect(keptText(made, '{账单：没有的} {账丹：价}', lists)).toBe('{bill.contract_id:没有的} {账丹：价}')
  expect(shownText(made, '{nobody.here:a} {bill.contract_id:wrong}', lists)).toBe('{nobody.here:a} {账单：wrong}')
})

test('of a table that names its own page, renaming a field renames it there', () => {
  const made = putPrintText(
    putPrint(begun(), null, { label: '单', name: 'slip', letters: 'LY', paper: 1 }),
    'slip',
    '{probe.owner:fee:total,title}\n{bill.fee:fee}',
  )
  const now = renamed(renamed(made, 'fee', 'paid', true), 'owner', 'holder', true)
  expect(now.prints?.slip?.text).toBe('{probe.holder:paid:total,title}\n{bill.fee:fee}')
  expect(usesOf(now, 'holder')).toEqual(['打印“单”'])
})
