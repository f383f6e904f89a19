import { expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { GRAPHS, graphOf } from '../../help/graphs.ts'

/** The turns that a resource declares, those that stay in a state aside. */
const declared = (name: string): string[] => {
  const turns = resourceNamed(name).moves.flatMap(({ from, to }) => from.filter((state) => state !== to).map((state) => `${state} > ${to}`))
  return [...new Set(turns)].sort()
}

test.each(Object.keys(GRAPHS))('%s lives as it was drawn by hand, each way and no other', (name) => {
  expect(declared(name)).toEqual([...graphOf(name)].sort())
})

test('what is not drawn in domain.md says why in a line, and nothing is drawn twice', () => {
  for (const { drawn, beyond, lacking = {} } of Object.values(GRAPHS)) {
    for (const [turn, why] of Object.entries({ ...beyond, ...lacking })) expect([turn, why.length > 10]).toEqual([turn, true])
    for (const turn of Object.keys(beyond)) expect(drawn).not.toContain(turn)
    for (const turn of Object.keys(lacking)) expect(drawn).toContain(turn)
    expect(new Set(drawn).size).toBe(drawn.length)
  }
})

test('a state that ends leads nowhere, and each state is reached', () => {
  for (const name of Object.keys(GRAPHS)) {
    const { states } = resourceNamed(name)
    const turns = [...graphOf(name)].map((turn) => turn.split(' > '))
    for (const [state, { ends }] of Object.entries(states?.of ?? {})) {
      expect([name, state, turns.some(([from]) => from === state)]).toEqual([name, state, ends !== true])
      const begins = [states?.first ?? []].flat().includes(state)
      expect([name, state, begins || turns.some(([, to]) => to === state)]).toEqual([name, state, true])
    }
  }
})
