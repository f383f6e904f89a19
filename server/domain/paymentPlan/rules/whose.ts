import { fenToYuan } from '../../../../src/protocol/fen.ts'

/** What a share of a bill tells of whose it is. In fen. */
export interface Owing {
  owed: number
  contract_id: number | null
  custom_id: number | null
  company_id: number | null
  p_id: number
}

const several = (values: readonly unknown[]): boolean => new Set(values).size > 1
const known = (shares: readonly Owing[]): number[] => shares.flatMap(({ custom_id }) => custom_id ?? [])

/**
 * Says why shares cannot be paid by one plan: there are none, one is of no contract, they are of several projects, or not of one payer (one tenant, or one
 * company); null where they can. Of one contract a tenant is known by it.
 */
export const wrongTogether = (shares: readonly Owing[], party: number): 'none' | 'contract' | 'projects' | 'payers' | null => {
  if (shares.length === 0) return 'none'
  if (shares.some(({ contract_id }) => contract_id === null)) return 'contract'
  if (several(shares.map(({ p_id }) => p_id))) return 'projects'
  const isOfOne = !several(shares.map(({ contract_id }) => contract_id))
  const isNameless = shares.some(({ custom_id, company_id }) => (party === 1 ? custom_id : company_id) === null)
  const differ = several(shares.map(({ company_id }) => company_id)) || (party === 1 && several(known(shares)))
  return differ || (isNameless && !isOfOne) ? 'payers' : null
}

/** Gives the value that all have; null where they have several. */
export const theOne = <T>(values: readonly T[]): T | null => (several(values) ? null : (values[0] ?? null))

/** Gives shares by their contract, in the order in which those come. */
export const byContract = <S extends Pick<Owing, 'contract_id'>>(shares: readonly S[]): S[][] =>
  [...new Set(shares.map(({ contract_id }) => contract_id))].map((key) => shares.filter(({ contract_id }) => contract_id === key))

/** Gives what shares come to, in fen. */
export const sumOf = (shares: readonly { owed: number }[]): number => shares.reduce((sum, { owed }) => sum + owed, 0)

/** Contracts whose sums are told one by one; of more it is said how many. */
const MOST = 6

/** Says what is owed of each contract, where shares are of several; null where they are of one. */
export const sumsByContract = (
  shares: readonly (Pick<Owing, 'contract_id' | 'owed'> & { contract_sn: string | null })[],
): string | null => {
  const groups = byContract(shares)
  if (groups.length < 2) return null
  const told = groups.slice(0, MOST).map((own) => `${own[0]?.contract_sn ?? ''} ¥${fenToYuan(sumOf(own))}`)
  return [...told, ...(groups.length > MOST ? [`… ${groups.length}`] : [])].join('；')
}
