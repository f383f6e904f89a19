import { validateForm } from '../../derive/forms/validateForm.ts'
import type { ApplyView, AskedPaper } from '../../schemas/application/applying.ts'

/** Who lives with the applicant; one that the application has already has its number. */
export type Member = Readonly<Record<string, unknown>>

/** A photograph of a paper. */
export interface Photo {
  paper: number
  file_id: number
}

/** What is filled in. What is not typed rightly yet stands as it was typed. */
export type Typed = Readonly<Record<string, unknown>> & { readonly members: readonly Member[]; readonly photos: readonly Photo[] }

/** What is wrong, by the path of its field: `members.0.card`. */
export type Faults = Readonly<Record<string, string>>

/** Gives what the page begins with. */
export const typedIn = ({ typed }: ApplyView): Typed => ({ members: [], photos: [], ...typed }) as Typed

/** Gives what is sent: nothing that was left empty. */
export const sentOf = (typed: Typed): Record<string, unknown> => {
  const filled = (values: Member): [string, unknown][] =>
    Object.entries(values).filter(([name, value]) => name !== 'key_' && value !== '' && value !== null && value !== undefined)
  return { ...Object.fromEntries(filled(typed)), members: typed.members.map((member) => Object.fromEntries(filled(member))) }
}

/** Gives what is wrong, as the server will judge it, in the order of the form, the first of each field. */
export const faultsOf = ({ form }: ApplyView, typed: Typed): Faults => {
  const found: Record<string, string> = {}
  for (const { field, message } of validateForm(form, sentOf(typed))) found[field] ??= message
  return found
}

/** Gives the papers that are asked for of what is applied for. */
export const papersFor = ({ papers }: ApplyView, { nature }: Typed): AskedPaper[] => papers.filter((paper) => paper.nature === nature)

/** Gives the required papers of which there is no photograph, nor one that will do. */
export const missingIn = (view: ApplyView, typed: Typed): string[] =>
  papersFor(view, typed)
    .filter(({ paper, isRequired, handed, reason }) => {
      const isThere = typed.photos.some((photo) => photo.paper === paper) || (handed > 0 && reason === '')
      return isRequired && !isThere
    })
    .map(({ name }) => name)
