/** What text can be checked for beyond its length (`checks`): by a standard, with a check character (src/derive/forms/textRules.ts). */
export const textChecks = ['creditCode', 'taxNumber'] as const
export type TextCheck = (typeof textChecks)[number]
