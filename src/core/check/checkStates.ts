import type { Resource } from '../resource.ts'
import { firstOf, type Move, movesOf, reachedFrom, type States } from '../states.ts'
import { isKnown, type Say } from './say.ts'

const repeated = <T>(values: readonly T[]): T[] => values.filter((value, place) => values.indexOf(value) < place)

/** Every state can be reached, and from each the way goes on to an end, or ends there. */
const checkGraph = ({ of, ...states }: States, moves: readonly Move[], say: Say): void => {
  const names = Object.keys(of)
  const first = firstOf(states)
  const reached = reachedFrom(first, moves)
  const ends = names.filter((name) => of[name]?.ends)
  for (const name of names) {
    // Nobody comes here any more, and whoever is here may stay.
    if (of[name]?.retired) continue
    const at = `states.of.${name}`
    const leaving = moves.filter(({ from }) => from.includes(name))
    if (!reached.has(name))
      say('R155', at, `从 '${first.join('、')}' 出发，没有操作能到 '${name}'`, '补一个 to 为它的操作；由系统做的写在 states.moves')
    if (of[name]?.ends) {
      if (leaving.length > 0) say('R157', at, `'${name}' 写明到此为止（ends），却有 '${leaving[0]?.name}' 从它出发`)
    } else if (leaving.length === 0) say('R156', at, `'${name}' 没有出路`, '到此为止的状态写 ends: true')
    else if (ends.length > 0 && !ends.some((end) => reachedFrom([name], moves).has(end)))
      say('R156', at, `从 '${name}' 出发走不到任何终点（${ends.join('、')}）`)
  }
}

/** The column of the states says nothing of its own about them. */
const checkColumn = (resource: Resource, { column: name }: States, say: Say): void => {
  const column = isKnown(name, Object.keys(resource.columns), 'states.column', say, '列', 'R152') ? resource.columns[name] : undefined
  if (!column) return
  for (const word of ['is', 'of', 'tones', 'default', 'fixed'])
    if (word in column) say('R153', `columns.${name}.${word}`, `状态列的 ${word} 从 states 来，不能另写`)
  for (const [action, { when, set }] of Object.entries(resource.actions ?? {}))
    for (const [word, values] of Object.entries({ when, set }))
      if (name in (values ?? {})) say('R153', `actions.${action}.${word}.${name}`, `状态列 '${name}' 只由 from 与 to 判断和改变`)
}

/** What the database is to hold of rows in some states names states and columns that there are. */
const checkHeld = (resource: Resource, states: States, known: readonly string[], say: Say): void => {
  const columns = Object.keys(resource.columns)
  const held: [string, string, readonly string[]][] = [
    ...Object.entries(states.requires ?? {}).map(([within, names]): [string, string, readonly string[]] => [
      `requires.${within}`,
      within,
      names,
    ]),
    ...(states.unique ?? []).map(({ within, columns: names }, place): [string, string, readonly string[]] => [
      `unique[${place}]`,
      within,
      names,
    ]),
    ...(states.excludes ?? []).map(({ within, same, during }, place): [string, string, readonly string[]] => [
      `excludes[${place}]`,
      within,
      [...same, ...during],
    ]),
    ...(states.indexes ?? []).map(({ within, columns: names, include = [] }, place): [string, string, readonly string[]] => [
      `indexes[${place}]`,
      within,
      [...names, ...include],
    ]),
  ]
  for (const [at, within, names] of held) {
    isKnown(within, known, `states.${at}`, say, '状态或集合', 'R152')
    for (const name of names) isKnown(name, columns, `states.${at}`, say, '列')
  }
}

/** Says what is wrong in the life that a resource declares: names and codes, the graph of its moves, and what the database holds of it. */
export const checkStates = (resource: Resource, say: Say): void => {
  const { states } = resource
  const actions = Object.entries(resource.actions ?? {})
  if (!states) {
    for (const [name, { from, to }] of actions)
      if (from !== undefined || to !== undefined) say('R151', `actions.${name}`, '写了 from 或 to 的操作，须在资源上写 states')
    return
  }
  if (resource.retires) say('R153', 'retires', 'retires 自己就是两个状态：有 states 的资源把停用写成其中之一')
  const names = Object.keys(states.of)
  const sets = Object.keys(states.sets ?? {})
  const known = (words: string | readonly string[], at: string): void => {
    for (const word of [words].flat()) isKnown(word, names, at, say, '状态', 'R152')
  }
  checkColumn(resource, states, say)
  known(states.first, 'states.first')
  for (const set of sets) {
    if (names.includes(set)) say('R154', `states.sets.${set}`, `'${set}' 已是状态的名称，集合请换一个`)
    known(states.sets?.[set] ?? [], `states.sets.${set}`)
  }
  for (const code of repeated(Object.values(states.of).map((state) => state.code))) say('R154', 'states.of', `代码 ${code} 用了两次`)
  for (const [name, { from, to }] of actions) {
    known(from ?? [], `actions.${name}.from`)
    known(to ?? [], `actions.${name}.to`)
    if (to !== undefined && from === undefined) say('R151', `actions.${name}.from`, '改变状态的操作须写 from：从哪些状态')
  }
  for (const [name, { from, to }] of Object.entries(states.moves ?? {})) {
    if (name in (resource.actions ?? {})) say('R154', `states.moves.${name}`, `'${name}' 已是操作的名称`)
    known(from, `states.moves.${name}.from`)
    known(to, `states.moves.${name}.to`)
  }
  const moves = movesOf(resource)
  const retired = (name: string): boolean => states.of[name]?.retired === true
  for (const name of firstOf(states).filter(retired)) say('R133', 'states.first', `状态 '${name}' 已停用（retired），新记录不能从它开始`)
  for (const { name, to } of moves)
    if (retired(to))
      say('R133', `${states.moves?.[name] ? 'states.moves' : 'actions'}.${name}.to`, `状态 '${to}' 已停用（retired），不能再变为它`)
  for (const label of repeated(actions.flatMap(([, action]) => (action.to === undefined ? [] : [action.label]))))
    say('R158', 'actions', `有两个操作都叫“${label}”`)
  checkHeld(resource, states, [...names, ...sets], say)
  // Records of a resource without moves are made in whatever state they are in.
  if (moves.length > 0) checkGraph(states, moves, say)
}
