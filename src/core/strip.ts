/** How a list opens for who has not chosen a filter of their own for it: on what needs doing. */
export interface Opens<C extends string = string> {
  /** Values of its filters, in force as if they were chosen: who wants to see more takes them away. */
  filter?: Readonly<Partial<Record<NoInfer<C>, string | number | readonly number[]>>>
  sort?: readonly [NoInfer<C>, 'asc' | 'desc']
}

/** What is drawn above a list: components of src/ui/list/above. */
export const above = ['turns'] as const
export type Above = (typeof above)[number]

/** A part of a resource's own list, above which its name stands. */
export interface OwnStrip<C extends string = string> {
  label: string
  where?: Readonly<Partial<Record<NoInfer<C>, readonly number[]>>>
  opens?: Opens<C>
  /** Its name says how many rows there are. */
  counts?: true
  above?: Above
}

/** One list of a screen that has several (spec.md section 2, header tab strips): a resource, narrowed by `where` to what its filters can say. */
export interface Strip {
  label: string
  resource: string
  /** `'me'` stands for the account that looks. */
  where?: Readonly<Record<string, number | readonly number[] | 'me'>>
  /** How the list opens; without it as the resource says. */
  opens?: Opens
  /** Its name says how many rows there are. */
  counts?: true
  /** What is drawn above the list. */
  above?: Above
  /** The page actions that this strip offers; without it all of the resource's. */
  actions?: readonly string[]
  /** What the list says where nothing is in it; without it the resource's. */
  empty?: string
}
