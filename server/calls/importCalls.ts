import { importParams } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { ExistingRows } from '../../src/protocol/imports.ts'
import { beginTrial } from '../imports/beginImport.ts'
import type { Call, Context } from './defineCall.ts'

/** Gives the call by which a resource's records are imported, none where they are not. It begins with a trial; /api/import/run does what the trial found right (server/domain/imports). */
export const importCalls = (resource: CompleteResource): Call[] => {
  const path = resource.calls.import
  if (!path) return []
  return [
    {
      path,
      label: `导入${resource.label}`,
      group: resource.label,
      can: 'self',
      writes: true,
      takesFile: true,
      params: importParams(resource),
      handle: (context: Context, { existing }: Readonly<Record<string, unknown>>) =>
        beginTrial(context, resource, existing as ExistingRows | undefined),
    },
  ]
}
