import { exportTypeOf } from '../../src/core/exportType.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { cellKindOf, headOf } from '../../src/derive/exports.ts'
import { chosenColumns, exportQuery } from '../store/exportQuery.ts'
import type { Resolve } from '../store/list.ts'
import { defineExport, type ExportSpec } from './defineExport.ts'

/** Gives the export of a resource's list: the columns asked for, of the rows that its filters select; null where it has none. */
export const resourceExport = (resource: CompleteResource, resolve: Resolve): ExportSpec | null =>
  resource.calls.export &&
  defineExport({
    name: resource.name,
    label: resource.label,
    type: exportTypeOf(resource.name),
    code: resource.calls.export,
    table: ({ columns: named, ...params }, scope) => {
      const columns = chosenColumns(resource, named)
      return {
        columns: columns.map((column) => ({ head: headOf(column), kind: cellKindOf(column), width: column.width })),
        ...exportQuery(resource, columns, params, scope, resolve),
      }
    },
  })
