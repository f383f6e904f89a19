import type { OwnConnection } from '../store/connection/ownConnection.ts'
import type { ExportTable } from './defineExport.ts'

/** A table that is being written to a file. */
export interface TableSource extends ExportTable {
  /** The name of the sheet. */
  label: string
  /** Rows, counted in the same snapshot that they are read in. */
  total: number
  copy: OwnConnection['copy']
  tell(rows: number): void
  signal: AbortSignal
}
