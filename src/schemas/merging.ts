import { defineForm, type Lookup } from '../core/form.ts'
import { idRange } from '../core/ids.ts'

/** What the dialog of a merge says, and how the record that stays is found in it. */
interface Merging {
  title: string
  description: string
  kept: { title: string; required: string }
  lookup: Lookup
  /** The call that tells what the merge would do (server/calls/mergingCall.ts). */
  preview: `/api/${string}`
}

/** The states of a record that is kept until it turns out to be another entry of one that there is (`merges`, R187). */
export const keptOrMerged = {
  of: {
    kept: { code: 1, label: '在册', tone: 'good' },
    merged: { code: 2, label: '已合并', tone: 'quiet', ends: true },
  },
  first: 'kept',
  requires: { merged: ['merged_into'] },
} as const

/** Gives the dialog by which two entries of one become one (`merges`): it asks for the one that stays, and shows what the merge would do. */
export const mergeFormOf = ({ title, description, kept, lookup, preview }: Merging) =>
  defineForm({
    title,
    description,
    type: 'object',
    properties: {
      merged_into: {
        type: 'integer',
        title: kept.title,
        'x-is': 'ref',
        ...idRange,
        'x-wide': true,
        'x-lookup': lookup,
        'x-msg': { required: kept.required },
      },
    },
    required: ['merged_into'],
    additionalProperties: false,
    'x-preview': { call: preview, shows: '合并前后', of: ['merged_into'] },
  })
