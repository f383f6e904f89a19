import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approve, begun, type Event, type Round, type Step } from '../../../server/approvals/rules/approve.ts'
import { rounds } from '../../help/depth.ts'

const APPLICANT = 1
const person = fc.integer({ min: 1, max: 6 })
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.array(person, { maxLength: 4 }),
  need: fc.oneof(fc.constant<'any'>('any'), fc.constant<'all'>('all'), fc.integer({ min: 1, max: 100 })),
  tells: fc.constant(false),
})
const steps = fc.array(fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: step.map((one) => ({ ...one, tells: true })) }), {
  minLength: 1,
  maxLength: 4,
})
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ is: fc.constant<'submit'>('submit'), by: fc.constantFrom(APPLICANT, APPLICANT, 2) }),
  { weight: 6, arbitrary: fc.record({ is: fc.constant<'yes'>('yes'), by: person }) },
  fc.record({ is: fc.constant<'no'>('no'), by: person }),
  fc.record({
    is: fc.constant<'back'>('back'),
    by: person,
    to: fc.oneof(fc.constant<'applicant'>('applicant'), fc.integer({ min: -1, max: 4 })),
  }),
  fc.record({ is: fc.constant<'hand'>('hand'), by: person, to: person }),
  fc.record({ is: fc.constant<'add'>('add'), by: person, to: person }),
  fc.record({ is: fc.constant<'withdraw'>('withdraw'), by: fc.constantFrom(APPLICANT, 3) }),
  fc.record({ is: fc.constant<'assign'>('assign'), to: person, gone: fc.array(person, { maxLength: 2 }) }),
  fc.record({ is: fc.constant<'changed'>('changed') }),
  fc.record({
    is: fc.constant<'late'>('late'),
    means: fc.oneof(
      fc.constant<'yes'>('yes'),
      fc.constant<'no'>('no'),
      person.map((hand) => ({ hand })),
    ),
  }),
)

/** What a submission is, told plainly: who is asked and what each has said, in sets that change. Sixty lines, and no state of the engine's. */
class Model {
  is = 'new'
  at = -1
  asked = new Map<number, { said: string; must: boolean }>()
  steps: readonly Step[]
  constructor(steps: readonly Step[]) {
    this.steps = steps
  }
  arrive(at: number): true {
    this.at = at
    this.asked.clear()
    while (this.steps[this.at]?.tells) this.at++
    const here = this.steps[this.at]
    this.is = here ? 'asking' : 'done'
    for (const who of here?.who ?? []) if (who !== APPLICANT) this.asked.set(who, { said: '', must: false })
    return true
  }
  end(is: string): true {
    this.is = is
    this.asked.clear()
    return true
  }
  agreed(ifAllOpenSay: string): boolean {
    const said = [...this.asked.values()].map((one) => ({ ...one, said: one.said || ifAllOpenSay }))
    const [yes, need] = [said.filter((one) => one.said === 'yes').length, this.steps[this.at]?.need ?? 'all']
    if (said.some((one) => one.must && one.said !== 'yes')) return false
    return need === 'any' ? yes > 0 : need === 'all' ? yes === said.length : yes > 0 && yes * 100 >= need * said.length
  }
  judge(): void {
    const isNo = [...this.asked.values()].some(({ said }) => said === 'no')
    if (this.asked.size === 0) return
    if (this.agreed('') && !(isNo && typeof this.steps[this.at]?.need !== 'number')) this.arrive(this.at + 1)
    else if (!this.agreed('yes') || (isNo && typeof this.steps[this.at]?.need !== 'number')) this.end('refused')
  }
  /** Whether it may be; and does it. */
  play(event: Event): boolean {
    if (event.is === 'submit') {
      if (event.by !== APPLICANT || ['asking', 'done', 'refused'].includes(this.is)) return false
      this.arrive(0)
      return true
    }
    if (this.is !== 'asking') return false
    const open = [...this.asked].filter(([, { said }]) => said === '').map(([who]) => who)
    const isFree = (who: number): boolean => who !== APPLICANT && !this.asked.has(who)
    const put = (who: number, must: boolean): true => this.asked.set(who, { said: '', must }) && true
    const replace = (who: number, by: number): boolean => put(by, this.asked.get(who)?.must ?? false) && this.asked.delete(who)
    if (event.is === 'withdraw') return event.by === APPLICANT && this.end('withdrawn')
    if (event.is === 'changed') return this.end('sentBack')
    if (event.is === 'assign') {
      const gone = open.filter((who) => event.gone.includes(who))
      if (!isFree(event.to) || (this.asked.size > 0 && gone.length === 0)) return false
      for (const who of gone) this.asked.delete(who)
      return put(event.to, true)
    }
    if (event.is === 'late') {
      if (open.length === 0) return false
      if (typeof event.means === 'object') {
        if (!isFree(event.means.hand)) return false
        for (const who of open) this.asked.delete(who)
        return put(event.means.hand, true)
      }
      return event.means === 'yes' ? this.arrive(this.at + 1) : this.end('refused')
    }
    if (!open.includes(event.by)) return false
    if (event.is === 'hand') return isFree(event.to) && replace(event.by, event.to)
    if (event.is === 'add') return isFree(event.to) && put(event.to, true)
    if (event.is === 'back') {
      if (event.to === 'applicant') return this.end('sentBack')
      if (event.to < 0 || event.to >= this.at || this.steps[event.to]?.tells) return false
      return this.arrive(event.to)
    }
    this.asked.set(event.by, { said: event.is, must: this.asked.get(event.by)?.must ?? false })
    this.judge()
    return true
  }
}

const shown = ({ is, step: at, tasks }: Round) => ({
  is,
  at: is === 'asking' ? at : null,
  asked: tasks.map(({ person: who, said, must }) => `${who} ${said ?? ''} ${must}`).sort(),
})
const shownOf = ({ is, at, asked }: Model) => ({
  is,
  at: is === 'asking' ? at : null,
  asked: [...asked].map(([who, { said, must }]) => `${who} ${said} ${must}`).sort(),
})

test('histories by the thousand go as the model says: nobody decides twice, no step is skipped, the applicant never decides, done is done', () => {
  const ends = new Set<string>()
  fc.assert(
    fc.property(steps, fc.array(event, { maxLength: 60 }), (all, events) => {
      const model = new Model(all)
      let state = begun(APPLICANT)
      let decided = new Set<string>()
      for (const one of [{ is: 'submit', by: APPLICANT } as const, ...events]) {
        const out = approve(state, one, all)
        expect(approve(state, one, all)).toEqual(out)
        expect(model.play(one)).toBe(out !== null)
        if (!out) continue
        if (one.is === 'yes' || one.is === 'no') {
          const deed = `${state.visit} ${one.by}`
          expect([one.by === APPLICANT, decided.has(deed)]).toEqual([false, false])
          decided = decided.add(deed)
        }
        // Upwards one step at a time, past those only that ask nobody for anything.
        if (one.is !== 'submit' && out.state.step > state.step)
          expect(all.slice(state.step + 1, out.state.step).every(({ tells }) => tells)).toBe(true)
        expect(state.is === 'done' || state.is === 'refused').toBe(false)
        state = out.state
        expect(shown(state)).toEqual(shownOf(model))
        expect(state.tasks.some((task) => task.person === APPLICANT)).toBe(false)
      }
      ends.add(state.is)
    }),
    { numRuns: rounds(3_000, 12_000) },
  )
  expect([...ends].sort()).toEqual(['asking', 'done', 'refused', 'sentBack', 'withdrawn'])
}, 60_000)

test('one 不同意 ends a step of any or all; a share ends when it cannot be reached any more', () => {
  const after = (need: Step['need'], said: readonly ('yes' | 'no')[]): string =>
    said.reduce<Round>(
      (state, is, place) => approve(state, { is, by: place + 2 }, [{ who: [2, 3, 4, 5], need, tells: false }])?.state ?? state,
      approve(begun(1), { is: 'submit', by: 1 }, [{ who: [2, 3, 4, 5], need, tells: false }])?.state as Round,
    ).is
  expect([after('any', ['no']), after('all', ['yes', 'no']), after('any', ['yes'])]).toEqual(['refused', 'refused', 'done'])
  expect([after(50, ['no', 'no']), after(50, ['no', 'no', 'no']), after(50, ['no', 'yes', 'yes'])]).toEqual(['asking', 'refused', 'done'])
  expect([after(51, ['yes', 'yes']), after(51, ['yes', 'yes', 'yes'])]).toEqual(['asking', 'done'])
})
