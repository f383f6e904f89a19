/** What a dialog shows of the values typed so far (`x-preview`), or a record's detail as a table (`plots`): facts, each with what it is called, a small table, and a sentence. */
export interface Preview {
  /** Labels are words of the system; values stand as they are: amounts, days, names. */
  facts: readonly { label: string; value: string }[]
  /** Heads are words of the system; `more`: so many rows are left out; `amounts`: so many of the last columns are amounts, one where it is not said; `words`: the columns, from 0 on, whose cells are words of the system. */
  table?: { heads: readonly string[]; rows: readonly (readonly string[])[]; more?: number; amounts?: number; words?: readonly number[] }
  said?: string
}
