/** What of an expense its supplier's invoice says; amounts in fen. */
export interface Invoiced {
  price: number
  input_tax?: number
  /** 1 deducted, 2 not. */
  deductible?: number
}

/** Whose an expense is beside the operator's: what a meter item passes on to its supplier, or a room's owner has to bear. */
export interface Whose {
  isPassedOn: boolean
  isOwners: boolean
}

/** A refusal: the field, and why. */
export interface Wrong {
  field: 'input_tax' | 'deductible'
  message: string
}

/**
 * Gives what is wrong with the invoice of an expense, or null: the tax is a part of the amount (价税合计), and only what is the operator's own cost is deducted
 * (增值税法, 第十六条、第二十二条; docs/decisions/052-vat.md).
 */
export const wrongOf = ({ price, input_tax, deductible }: Invoiced, { isPassedOn, isOwners }: Whose): Wrong | null => {
  if (input_tax !== undefined && (input_tax < 0 || input_tax >= price)) return { field: 'input_tax', message: '进项税额须小于金额' }
  if (deductible !== 1) return null
  if (isPassedOn) return { field: 'deductible', message: '代收代付的抄表项不是本单位的费用，进项税额不能抵扣' }
  return isOwners ? { field: 'deductible', message: '这间房是代理业主的，费用由业主承担，进项税额不能抵扣' } : null
}
