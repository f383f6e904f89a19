/** What a row of VAT is of: what the bill came to, or what of a rent was reduced. */
export const vatParts = { 1: '账单', 2: '减免' } as const

/** What an amount of VAT counts as: billed at a rate, deducted, billed at a levy rate, from which nothing is deducted, or deducted and turned out again. */
export const vatKinds = { 1: '销项', 2: '进项', 3: '简易计税', 4: '进项转出' } as const
