/** One of a household: the applicant is 0, others have their number. */
export interface Person {
  member: number
  name: string
}

/** A household as it was declared. Amounts in fen, areas in square metres. */
export interface Household {
  /** A month's income of all. */
  income: number
  family_size: number
  /** The floor space that each of them has. */
  housing_area: number
  /** The applicant's and all others'. */
  names: readonly string[]
}

/** A line of a file, and of whom it is. */
export interface Told<R> {
  who: Person
  row: R
}

/** Where a file is at odds with what was declared. */
export interface Doubt {
  /** A choice of src/schemas/comparison: doubtRules. */
  rule: number
  person: string
  declared: string
  found: string
  /** Tells this finding from others of the household: what stays the same when it is found again. */
  mark: string
}

/** Gives the names of those of whom lines are, each once. */
export const namesIn = (told: readonly Told<unknown>[]): string => [...new Set(told.map(({ who }) => who.name))].join('、')
