import type { ComponentType, ReactNode } from 'react'
import type { CompleteColumn } from '../../derive/complete.ts'

export type Params = Readonly<Record<string, unknown>>

export interface CellProps {
  column: CompleteColumn
  value: unknown
  row: Params
}

export interface FilterProps {
  column: CompleteColumn
  params: Params
  /** Gives the params that this filter sets; undefined takes one away. */
  onChange: (patch: Params) => void
}

/** How a kind of column looks: its cell, its filter, and the words of an applied filter. Its input is in src/ui/form/widgets. */
export interface KindView {
  Cell: (props: CellProps) => ReactNode
  Filter: ComponentType<FilterProps> | null
  /** The words of an applied filter for its chip; null where none is applied. */
  describe: (column: CompleteColumn, params: Params) => string | null
  /** Draws with the words that tell what is applied by its name, where that has to be asked for. */
  Named?: ComponentType<NamedProps>
}

export interface NamedProps {
  column: CompleteColumn
  params: Params
  children: (words: string) => ReactNode
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
