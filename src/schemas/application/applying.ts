import type { FormSchema } from '../../core/form.ts'

/** A paper that is asked for, on the applicant's telephone. */
export interface AskedPaper {
  /** By which photographs name it: of an application the paper's own, before that the list's. */
  paper: number
  name: string
  /** Of which nature of application it is asked. */
  nature: number
  isRequired: boolean
  note: string
  /** Photographs that have been handed in with it before. */
  handed: number
  /** What became of it, and why it does not do; '' before the application is there. */
  state: string
  reason: string
}

/** Where an application stands, in words for whom it is of. */
export interface ApplyStage {
  name: 'filling' | 'waiting' | 'returned' | 'decided'
  title: string
  said: string
}

/** What an applicant's telephone shows of an application: the form to fill in, what was typed, or how it stands. */
export interface ApplyView {
  operator: string
  /** Masked. */
  phone: string
  /** Until when what was typed is kept: YYYY-MM-DD. */
  keptUntil: string
  stage: ApplyStage
  /** Beside filling in and mending: take it back, or, where it is over for good, apply anew. */
  may: 'withdraw' | 'again' | 'nothing'
  form: FormSchema
  projects: readonly { const: number; title: string }[]
  papers: readonly AskedPaper[]
  /** What was typed, as the page last sent it; else what the application says. Numbers of an application are masked. */
  typed: Readonly<Record<string, unknown>>
  /** The names of photographs, by their numbers. */
  photos: Readonly<Record<number, string>>
}
