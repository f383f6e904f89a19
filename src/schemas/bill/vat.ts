/** What a row of VAT is of: what the bill came to, or what of a rent was reduced. */
export const vatParts = { 1: '账单', 2: '减免' } as const
