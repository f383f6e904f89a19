/** What a dialog shows of the values typed so far (`x-preview`): facts, each with what it is called, a small table, and a sentence. */
export interface Preview {
  /** Labels are words of the system; values stand as they are: amounts, days, names. */
  facts: readonly { label: string; value: string }[]
  /** Heads are words of the system; `more`: so many rows are left out. */
  table?: { heads: readonly string[]; rows: readonly (readonly string[])[]; more?: number }
  said?: string
}
