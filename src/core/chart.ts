/** A share by month or day: what one amount comes to of another, or a percentage of each row as it weighs. */
interface Rate<C extends string = string> {
  label: string
  of: NoInfer<C>
  /** The amount of which it is a part. */
  per?: NoInfer<C>
  /** The quantity by which percentages of several rows (projects) count. */
  weight?: NoInfer<C>
}

/** Whereto what is drawn leads, if not to the list's own rows. */
interface ChartLeads {
  resource: string
  /** The column of it that has the month, day or record; two, where its rows last from one day to another. */
  along: string | readonly [string, string]
  /** The column of it that has the part. Parts that are columns (`amounts`) are its choices 1, 2, … */
  by?: string
  where?: Readonly<Record<string, readonly number[]>>
}

/**
 * A picture above a resource's list, of all the rows that its filters find: rates are lines, amounts are stacks; along months and days they stand
 * side by side, along records (projects) they lie below one another.
 */
export interface Chart<C extends string = string> {
  label: string
  /** What it says, in a sentence. */
  says: string
  /** A month (`is: 'code'`, seven long), a day or a reference, by which the list can be filtered. */
  along: NoInfer<C>
  rates?: readonly Rate<C>[]
  amounts?: readonly NoInfer<C>[]
  /** Choices or a reference by which one amount is parted. */
  by?: NoInfer<C>
  /** Values that count where the list is not filtered by their column. */
  where?: Readonly<Partial<Record<NoInfer<C>, readonly number[]>>>
  leads?: ChartLeads
}
