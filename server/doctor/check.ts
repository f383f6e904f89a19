import type { Patient } from './patient.ts'

/** What a look at one matter came to. Only `wrong` has the doctor end with 1; `note` is what was not looked at, or is worth knowing. */
export interface Finding {
  is: 'good' | 'note' | 'wrong'
  /** What is so, in Chinese. */
  found: string
  /** What to do about it; of a wrong one always. */
  todo?: string
}

/** One matter that the doctor looks at, and changes nothing of. */
export interface Check {
  name: string
  /** As the table has it: Chinese, six letters at most. */
  label: string
  look(patient: Patient): Promise<Finding>
}

export const good = (found: string): Finding => ({ is: 'good', found })
export const note = (found: string, todo?: string): Finding => ({ is: 'note', found, ...(todo ? { todo } : {}) })
export const wrong = (found: string, todo: string): Finding => ({ is: 'wrong', found, todo })

/** Declares a matter. */
export const defineCheck = (check: Check): Check => check

/** Declares a matter that only a store which answers can tell. */
export const defineStoreCheck = (check: {
  name: string
  label: string
  look(db: Answering['db'], patient: Patient): Promise<Finding>
}): Check => ({
  name: check.name,
  label: check.label,
  look: async (patient) => {
    const { store } = patient
    return store.is === 'answers' ? check.look(store.db, patient) : note('数据库没有答，没有看')
  },
})

type Answering = Extract<Patient['store'], { is: 'answers' }>
