import { errorTable } from '../../core/errors.ts'
import { applications } from './applications.ts'
import { approvals } from './approvals.ts'
import { attachments } from './attachments.ts'
import { billActs } from './billActs.ts'
import { calls } from './calls.ts'
import { charts } from './charts.ts'
import { checks } from './checks.ts'
import { claims } from './claims.ts'
import { closings } from './closings.ts'
import { comparisons } from './comparisons.ts'
import { contracts } from './contracts.ts'
import { derived } from './derived.ts'
import { designer } from './designer.ts'
import { dividing } from './dividing.ts'
import { entering } from './entering.ts'
import { facts } from './facts.ts'
import { filings } from './filings.ts'
import { forms } from './forms.ts'
import { holdovers } from './holdovers.ts'
import { imports } from './imports.ts'
import { invoicing } from './invoicing.ts'
import { jobs } from './jobs.ts'
import { journal } from './journal.ts'
import { lateFees } from './lateFees.ts'
import { leases } from './leases.ts'
import { matching } from './matching.ts'
import { meters } from './meters.ts'
import { notices } from './notices.ts'
import { openings } from './openings.ts'
import { outbox } from './outbox.ts'
import { owners } from './owners.ts'
import { parts } from './parts.ts'
import { past } from './past.ts'
import { paymentPlans } from './paymentPlans.ts'
import { people } from './people.ts'
import { previews, prints } from './prints.ts'
import { publications } from './publications.ts'
import { queue } from './queue.ts'
import { records } from './records.ts'
import { refusals } from './refusals.ts'
import { reporting } from './reporting.ts'
import { reports } from './reports.ts'
import { resources } from './resources.ts'
import { reviews } from './reviews.ts'
import { safety } from './safety.ts'
import { screens } from './screens.ts'
import { services } from './services.ts'
import { settings } from './settings.ts'
import { settling } from './settling.ts'
import { shell } from './shell.ts'
import { signing } from './signing.ts'
import { splits } from './splits.ts'
import { statements } from './statements.ts'
import { statistics } from './statistics.ts'
import { structure } from './structure.ts'
import { surrenders } from './surrenders.ts'
import { templates } from './templates.ts'
import { vat } from './vat.ts'
import { withholding } from './withholding.ts'
import { yearEnd } from './yearEnd.ts'

/**
 * English by the Chinese source text; `{0}` stands for what varies. The eight texts that the spec gives in English are the spec's, letter
 * for letter (screens.md, Messages); what a code says by itself comes from the one table of codes.
 */
export const enUS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(errorTable).flatMap(({ zh, en }) => (zh ? [[zh, en]] : []))),
  ...derived,
  ...comparisons,
  ...entering,
  ...filings,
  ...meters,
  ...paymentPlans,
  ...lateFees,
  ...past,
  ...splits,
  ...journal,
  ...matching,
  ...statements,
  ...billActs,
  ...withholding,
  ...vat,
  ...invoicing,
  ...resources,
  ...publications,
  ...queue,
  ...prints,
  ...previews,
  ...records,
  ...people,
  ...openings,
  ...owners,
  ...settling,
  ...settings,
  ...forms,
  ...parts,
  ...shell,
  ...safety,
  ...screens,
  ...statistics,
  ...structure,
  ...templates,
  ...approvals,
  ...attachments,
  ...calls,
  ...applications,
  ...claims,
  ...closings,
  ...yearEnd,
  ...contracts,
  ...holdovers,
  ...leases,
  ...surrenders,
  ...reports,
  ...reviews,
  ...reporting,
  ...refusals,
  ...imports,
  ...jobs,
  ...notices,
  ...outbox,
  ...designer,
  ...dividing,
  ...charts,
  ...checks,
  ...facts,
  ...services,
  ...signing,
}
