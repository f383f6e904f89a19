/** A list of what belongs to a record, in its detail: rows of `resource` whose `by` names it. */
export interface Has {
  label: string
  resource: string
  by: string
  /** Values by which its rows are narrowed: columns that can be filtered. */
  where?: Readonly<Record<string, number | readonly number[]>>
  /** Another order than that of the resource's own list. */
  sort?: readonly [string, 'asc' | 'desc']
  /** The columns that it shows, in this order, in place of those that the resource's own list shows at first. */
  shows?: readonly string[]
}
