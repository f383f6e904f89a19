import { amendForm } from './amending.ts'
import { contractForm, heirForm, keysForm, manualForm, moveForm, offlineForm, renewForm, reviseForm, voidForm } from './contract.ts'
import { enterForm } from './entering.ts'
import { feeForm } from './fees.ts'
import { splitForm } from './splits.ts'

/** What is asked in the life of a contract, by the names that its actions open. */
export const contractDialogs = {
  add: contractForm,
  enter: enterForm,
  revise: reviseForm,
  offline: offlineForm,
  manual: manualForm,
  void: voidForm,
  keys: keysForm,
  renew: renewForm,
  move: moveForm,
  amend: amendForm,
  fees: feeForm,
  split: splitForm,
  heir: heirForm,
} as const
