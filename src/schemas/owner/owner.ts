/** What an owner is: a person has an identity card, a company a social credit code and someone to talk to. */
export const ownerKinds = { 1: '个人', 2: '单位' } as const
