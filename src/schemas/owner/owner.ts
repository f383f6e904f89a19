/** What an owner is: a person has an identity card, others a social credit code and someone to talk to. To a treasury (收支两条线) rents are handed over, on an account of its own. */
export const ownerKinds = { 1: '个人', 2: '单位', 3: '财政' } as const
export const TREASURY: keyof typeof ownerKinds = 3
