import type { FormValue } from '../../../src/core/form.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

/** 合同设置 as some contract keeps it. */
type AgreedRule = FormValue<typeof contractSetting.form>

/**
 * Gives what reads, for each of some contracts, the rules that were in force when it was made: what was agreed does not change when the operator
 * changes 合同设置 (spec.md: a case keeps the version that it is judged by). One without a version keeps to what is in force now.
 */
export const agreedRules = async (
  db: Queryable,
  contracts: readonly { rule_version: number | null }[],
): Promise<(contract: { rule_version: number | null }) => AgreedRule> => {
  const versions = [...new Set(contracts.map(({ rule_version }) => rule_version))]
  const read: [number | null, AgreedRule][] = []
  for (const version of versions) read.push([version, await readSetting(db, contractSetting, version ?? undefined)])
  const rules = new Map(read)
  return ({ rule_version }) => {
    const rule = rules.get(rule_version)
    if (!rule) throw new Error(`no rules were read for version ${rule_version}`)
    return rule
  }
}

/** Gives the rules that one contract keeps to. */
export const agreedRule = async (db: Queryable, contract: { rule_version: number | null }): Promise<AgreedRule> =>
  (await agreedRules(db, [contract]))(contract)
