/** The signed paper of a contract: its word, and what its numbers begin with. */
export const SIGNED_PAPER = { name: 'contract_signed', letters: 'HQ' } as const
