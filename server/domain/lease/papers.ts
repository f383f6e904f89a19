/** The papers of a whole lease: their words, and what their numbers begin with. */
export const LEASE_PAPER = { name: 'lease_paper', letters: 'ZH' } as const
export const SIGNED_LEASE = { name: 'lease_signed', letters: 'ZQ' } as const
