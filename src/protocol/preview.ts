/** What a dialog shows of the values typed so far (`x-preview`): facts, each with what it is called, and a sentence. */
export interface Preview {
  /** Labels are words of the system; values stand as they are: amounts, days, names. */
  facts: readonly { label: string; value: string }[]
  said?: string
}
