/** What printing one record answers. */
export interface Printed {
  number: string
  /** Where the file is fetched. */
  handle: string
  /** Whether it had been handed out before: the same file again (补打). */
  is_again: boolean
  /** Only of papers whose copies are marked: whether this one says that it is one. */
  is_marked?: boolean
  /** The signs that no shipped font has, which the paper shows as □; '' where there are none. */
  missing: string
}

/** What printing several answers: the job whose file will be in 下载记录. */
export interface PrintBegun {
  id: number
  type: number
}

/** Where a print's file is fetched. */
export const printHandle = (printId: number): string => `/files/prints/${printId}`
