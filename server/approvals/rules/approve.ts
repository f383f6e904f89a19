/** An account's number. */
export type Person = number

/** How many of those asked have to agree: a number is percent. */
export type Need = 'any' | 'all' | number

/** One step, with whom it would ask if it were reached now. One that only tells (`tells`) is passed as it is reached. */
export interface Step {
  who: readonly Person[]
  need: Need
  tells: boolean
}

/** Whom the current step asks. One who was added must agree even where any of the others is enough. */
interface Task {
  person: Person
  said: 'yes' | 'no' | null
  must: boolean
}

type Is = 'new' | 'asking' | 'sentBack' | 'withdrawn' | 'refused' | 'done'

/** Where a submission stands. `visit` counts arrivals at a step: one that is reached again asks anew. */
export interface Round {
  is: Is
  applicant: Person
  round: number
  visit: number
  step: number
  tasks: readonly Task[]
}

export type Event =
  | { is: 'submit'; by: Person }
  | { is: 'yes'; by: Person }
  | { is: 'no'; by: Person }
  | { is: 'back'; by: Person; to: number | 'applicant' }
  | { is: 'hand'; by: Person; to: Person }
  | { is: 'add'; by: Person; to: Person }
  | { is: 'withdraw'; by: Person }
  /** By whoever may: in the place of those who are gone, or where a step asks nobody. */
  | { is: 'assign'; to: Person; gone: readonly Person[] }
  /** By the system: the record was changed, or what was asked for cannot be done any more. */
  | { is: 'changed' }
  /** By the system: the time is over. */
  | { is: 'late'; means: 'yes' | 'no' | { hand: Person } }

/** What an event leads to: the state, and whom steps on the way only tell. */
export interface Outcome {
  state: Round
  told: readonly Person[]
}

export const begun = (applicant: Person): Round => ({ is: 'new', applicant, round: 0, visit: 0, step: -1, tasks: [] })

const arriveAt = (from: Round, step: number, steps: readonly Step[]): Outcome => {
  const state = { ...from, visit: from.visit + 1, step, tasks: [] }
  const reached = steps[step]
  if (!reached) return { state: { ...state, is: 'done' }, told: [] }
  const people = [...new Set(reached.who)].filter((person) => person !== from.applicant)
  if (reached.tells) {
    const next = arriveAt(from, step + 1, steps)
    return { ...next, told: [...people, ...next.told] }
  }
  return { state: { ...state, is: 'asking', tasks: people.map((person) => ({ person, said: null, must: false })) }, told: [] }
}

/**
 * True: the step is passed; false: it cannot be any more; null: it waits. One 不同意 ends a step of any or all; a share ends when it cannot be
 * reached any more. A step that asks nobody waits for one to be assigned.
 */
const outcomeOf = (need: Need, tasks: readonly Task[]): boolean | null => {
  if (tasks.length === 0) return null
  const count = (said: Task['said']): number => tasks.filter((task) => task.said === said).length
  const [yes, no, all] = [count('yes'), count('no'), tasks.length]
  if (tasks.some(({ must, said }) => must && said === 'no')) return false
  const least = need === 'all' ? all : need === 'any' ? 1 : Math.max(1, Math.ceil((Math.min(need, 100) * all) / 100))
  if (typeof need === 'number' ? all - no < least : no > 0) return false
  return yes >= least && !tasks.some(({ must, said }) => must && said === null) ? true : null
}

const ended = (state: Round, is: Is): Outcome => ({ state: { ...state, is, tasks: [] }, told: [] })

const settled = (state: Round, steps: readonly Step[]): Outcome => {
  const outcome = outcomeOf(steps[state.step]?.need ?? 'all', state.tasks)
  if (outcome === null) return { state, told: [] }
  return outcome ? arriveAt(state, state.step + 1, steps) : ended(state, 'refused')
}

const withTask = (state: Round, person: Person, change: Partial<Task>): Round => ({
  ...state,
  tasks: state.tasks.map((task) => (task.person === person ? { ...task, ...change } : task)),
})

/** One who has to agree, in the place of some who have said nothing. */
const inPlaceOf = (state: Round, people: readonly Person[], person: Person): Outcome => {
  const tasks = state.tasks.filter((task) => !people.includes(task.person))
  return { state: { ...state, tasks: [...tasks, { person, said: null, must: true }] }, told: [] }
}

const bySystem = (
  state: Round,
  event: Extract<Event, { is: 'assign' | 'late' }>,
  steps: readonly Step[],
  open: readonly Person[],
): Outcome | null => {
  if (event.is === 'assign') {
    const gone = open.filter((person) => event.gone.includes(person))
    if (!mayAsk(state, event.to) || (state.tasks.length > 0 && gone.length === 0)) return null
    return inPlaceOf(state, gone, event.to)
  }
  if (open.length === 0) return null
  if (typeof event.means !== 'object') return event.means === 'yes' ? arriveAt(state, state.step + 1, steps) : ended(state, 'refused')
  return mayAsk(state, event.means.hand) ? inPlaceOf(state, open, event.means.hand) : null
}

const mayAsk = (state: Round, person: Person): boolean => person !== state.applicant && !state.tasks.some((task) => task.person === person)

/**
 * Gives what an event leads to, or null where it may not be: for every state and every event one of the two, and always the same. Nobody
 * decides twice in one visit of a step, and the applicant never (cycles.md section 4). `steps` are those of the submission, with whom
 * each would ask now.
 */
export const approve = (state: Round, event: Event, steps: readonly Step[]): Outcome | null => {
  if (event.is === 'submit') {
    if (event.by !== state.applicant || !['new', 'sentBack', 'withdrawn'].includes(state.is)) return null
    return arriveAt({ ...state, round: state.round + 1 }, 0, steps)
  }
  if (state.is !== 'asking') return null
  if (event.is === 'withdraw') return event.by === state.applicant ? ended(state, 'withdrawn') : null
  if (event.is === 'changed') return ended(state, 'sentBack')
  const open = state.tasks.filter(({ said }) => said === null).map(({ person }) => person)
  if (event.is === 'assign' || event.is === 'late') return bySystem(state, event, steps, open)
  if (!open.includes(event.by)) return null
  if (event.is === 'yes' || event.is === 'no') return settled(withTask(state, event.by, { said: event.is }), steps)
  if (event.is === 'hand') return mayAsk(state, event.to) ? { state: withTask(state, event.by, { person: event.to }), told: [] } : null
  if (event.is === 'add')
    return mayAsk(state, event.to)
      ? { state: { ...state, tasks: [...state.tasks, { person: event.to, said: null, must: true }] }, told: [] }
      : null
  if (event.to === 'applicant') return ended(state, 'sentBack')
  const isEarlier = event.to >= 0 && event.to < state.step && steps[event.to]?.tells === false
  return isEarlier ? arriveAt(state, event.to, steps) : null
}
