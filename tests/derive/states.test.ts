import { describe, expect, test } from 'vitest'
import type { Action } from '../../src/core/action.ts'
import { holds } from '../../src/core/form.ts'
import type { Resource } from '../../src/core/resource.ts'
import { fileResources } from '../../src/declared/declared.ts'
import { completeAll } from '../../src/derive/complete.ts'
import { deeds } from '../../src/derive/history.ts'
import { stateGraphOf } from '../../src/derive/stateGraph.ts'
import { stepsOf } from '../../src/derive/steps.ts'
import waiting from '../../src/resources/waiting/waiting.ts'
import { check } from '../help/declared/declarations.ts'

/** The queue as it is declared, and a copy in which a call can be put on hold. */
const copied = (changes: { to?: string } = {}): Resource => {
  const { states, actions, dialogs: _dialogs, has: _has, ...rest } = waiting as Resource
  const pause: Action = {
    label: '暂缓',
    on: 'row',
    can: '/api/Waiting/pause',
    from: 'called',
    to: changes.to ?? 'paused',
    confirm: '暂缓此人',
  }
  const resume: Action = { label: '恢复', on: 'row', can: '/api/Waiting/resume', from: 'paused', to: 'called', confirm: false }
  const own = Object.fromEntries(Object.entries(actions ?? {}).map(([name, { opens: _opens, ...action }]) => [name, action]))
  return {
    ...rest,
    name: 'queue_copy',
    path: '/copy',
    states: { ...states, of: { ...states?.of, paused: { code: 6, label: '暂缓', tone: 'soon' } } },
    actions: { ...own, pause, resume },
  } as Resource
}

const complete = () => {
  const [made] = completeAll([copied()], [copied()])
  if (!made) throw new Error('nothing was completed')
  return made
}

describe('one state and one move more in a declaration, and there follows from it alone', () => {
  const made = complete()
  const pause = made.actions.find(({ name }) => name === 'pause')
  test('its button: shown where the move may leave, and nowhere else', () => {
    const shown = Object.values(made.states?.of ?? {}).filter(({ code }) => holds(pause?.when as never, { status: code }))
    expect(shown.map(({ label }) => label)).toEqual(['已叫号'])
    expect(pause).toMatchObject({ label: '暂缓', can: '/api/Waiting/pause', isSeen: true })
  })
  test('its guard: what the call needs and what it writes', () => {
    expect(pause).toMatchObject({ when: { status: [2] }, set: { status: 6 } })
  })
  test('its column: the word, the colour, the filter', () => {
    expect(made.column.status?.spec).toMatchObject({ is: 'enum', of: { 6: '暂缓' }, tones: { 6: 'soon' }, default: 1, fixed: true })
  })
  test('its step: how one came there, and where one may go', () => {
    const entry = { deed: deeds.changed, created_at: 9, by: '张三', changes: [{ column: 'status', before: 2, after: 6 }] }
    const steps = stepsOf(made, 6, [entry as never])
    expect(steps?.passed.map(({ label, by }) => [label, by])).toEqual([
      ['已叫号', null],
      ['暂缓', '张三'],
    ])
    expect(steps?.next).toEqual([{ label: '已叫号', move: '恢复', isSystem: false }])
    // The column was called otherwise when that was written down.
    const then = { ...entry, changes: [{ ...entry.changes[0], column: 'state' }] }
    expect(stepsOf({ ...made, former: { state: 'status' } }, 6, [then as never])?.passed).toEqual(steps?.passed)
    expect(stepsOf(made, 2, [])?.next.map(({ move }) => move)).toContain('暂缓')
  })
  test('its place in the picture', () => {
    const { boxes, arrows } = stateGraphOf({ states: made.states as never, moves: made.moves })
    expect(boxes.find(({ name }) => name === 'paused')).toMatchObject({ label: '暂缓', tone: 'soon' })
    expect(arrows.filter(({ label }) => label === '暂缓')).toMatchObject([{ from: 'called', to: 'paused', isSystem: false }])
  })
  test('the refusal of a wrong one: a move to no state, with the nearest that is one', () => {
    const found = check(copied({ to: 'pausd' })).filter(({ at }) => at === 'actions.pause.to')
    expect(found).toMatchObject([{ id: 'R152', hint: expect.stringContaining('paused') }])
    expect(check(copied()).filter(({ id }) => /^R15/.test(id))).toEqual([])
  })
  test('nothing of the queue that it is a copy of has changed', () => {
    const own = fileResources.find(({ name }) => name === 'waiting')
    expect(own?.actions.map(({ name }) => name)).not.toContain('pause')
    expect(Object.keys(own?.states?.of ?? {})).toEqual(['queued', 'called', 'chosen', 'signed', 'void'])
  })
})

/** What may be begun from a contract in force: its home is lived in as much by whoever stayed beyond the term. */
test('what is begun from a contract that runs is begun from one that is stayed beyond, too', () => {
  const runs = { kind: 2, status: 4 }
  const begun = (on: { kind: number; status: number }): string[] =>
    fileResources.flatMap((resource) =>
      Object.values(resource.actions ?? {}).flatMap(({ begins = [] }) =>
        begins.filter((one) => one.on === 'contract' && holds(one.when, on)).map(() => resource.name),
      ),
    )
  expect(begun(runs)).toContain('repair')
  expect(begun({ ...runs, status: 9 })).toEqual(expect.arrayContaining(begun(runs)))
})
