/** A step of dunning (催缴设置), due after so many days. */
export interface Stage {
  name: string
  way: number
  days: number
}

/** The step that comes next of a bill, and whether it is due; null where all are done. */
export interface NextStep {
  stage: Stage
  isDue: boolean
}

/** The steps in their order, and the place of the last one that was done: −1 where none was. */
const orderOf = (stages: readonly Stage[], done: readonly string[]): { steps: Stage[]; last: number } => {
  const steps = stages.toSorted((a, b) => a.days - b.days)
  return { steps, last: steps.findLastIndex(({ name }) => done.includes(name)) }
}

/** Gives the step that follows those that were done (by name): each is done before the next, however late the bill is. */
export const nextStep = (stages: readonly Stage[], daysLate: number, done: readonly string[]): NextStep | null => {
  const { steps, last } = orderOf(stages, done)
  const stage = steps[last + 1]
  return stage ? { stage, isDue: daysLate >= stage.days } : null
}

/** Gives the name of the step that is done now: the next one where it is due, otherwise the last one again. */
export const stepNow = (stages: readonly Stage[], daysLate: number, done: readonly string[]): string => {
  const next = nextStep(stages, daysLate, done)
  const { steps, last } = orderOf(stages, done)
  return next && (next.isDue || last < 0) ? next.stage.name : (steps[last]?.name ?? '')
}
