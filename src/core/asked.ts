import type { Column } from './resource.ts'

/** The two dialogs that are derived from columns. */
export const derivedDialogs = ['add', 'edit'] as const
export type DerivedDialog = (typeof derivedDialogs)[number]

/** True for a column that a derived dialog has, where the resource's `form` names it. */
export const isAskedIn = ({ only }: Pick<Column, 'only'>, dialog: DerivedDialog): boolean => only === undefined || only === dialog

/** True for a column that every record has filled in: it is required, and nobody can add one without having been asked for it. */
export const isAlwaysFilled = ({ required, when, only }: Column): boolean => required !== undefined && when === undefined && only !== 'edit'
