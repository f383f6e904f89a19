import type { Preview } from '../../src/protocol/preview.ts'

/** Gives what making a batch would make, as its dialog shows it: how many are meant, how many are there already, how many are left to make. */
export const foreseen = (label: string, { meant, known }: { meant: number; known: number } = { meant: 0, known: 0 }): Preview => ({
  facts: [
    { label, value: String(meant) },
    { label: '批次里已有', value: String(known) },
    { label: '将生成', value: String(meant - known) },
  ],
})
