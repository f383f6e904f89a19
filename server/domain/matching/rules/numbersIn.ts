/** Letters and digits as bills and contracts are numbered (server/store/writing/series.ts), whatever stands around them. */
const NUMBER = /(?:HT|ZD|ZZ)\d{8,}/g

/** Gives the numbers of bills and contracts that a text names, each once, in the order in which they stand; at most ten. */
export const numbersIn = (text: string): string[] => [...new Set(text.toUpperCase().match(NUMBER) ?? [])].slice(0, 10)
